import type { RequestContext } from '../../http/request-context';
import { isSame, rowsIn } from './draft';
import type { EditedRecord } from './edited-record';
import { rowDifference } from './merge-rows';
import { areTicks, type FieldSchema, formFields, isChoice, isOptions, type ListSchema, listsOf } from './schema';
import type { Conflict, Draft, OnlyOnOtherSide, Row } from './types';

const fieldIn = ({ schema }: EditedRecord, at: Conflict['at']): FieldSchema | undefined =>
  formFields(schema).find(({ name }) => 'text' in at && at.text === name);

const listIn = ({ schema }: EditedRecord, at: Conflict['at']): ListSchema | undefined =>
  listsOf(schema).find(({ name, part }) => ('list' in at && at.list === name) || ('disc' in at && part !== undefined));

export function labelOf(context: RequestContext, edited: EditedRecord, conflict: Conflict): string {
  const list = listIn(edited, conflict.at);
  if (list?.part) return list.part.labelOf(context, conflict);
  return context.t.fields[(list ?? fieldIn(edited, conflict.at))?.label ?? 'name'];
}

export function conflictText(context: RequestContext, edited: EditedRecord, { at }: Conflict, values: readonly string[]): string {
  const [field, list] = [fieldIn(edited, at), listIn(edited, at)];
  const textOf = (value: string) => {
    if (field) return shownText(context, edited, field, value);
    return list && (!list.part || ('disc' in at && at.isWhole)) ? shownRow(context, edited, list, JSON.parse(value)) : value.trim();
  };
  return values.map(textOf).join('\n');
}

const shownRow = (context: RequestContext, edited: EditedRecord, { fields }: ListSchema, row: Row): string =>
  fields
    .map((field) => shownText(context, edited, field, row[field.name] ?? ''))
    .filter((text) => text !== '')
    .join(', ');

/** A value as the form shows it. */
function shownText({ t, format }: RequestContext, { options }: EditedRecord, { name, label, input }: FieldSchema, text: string): string {
  if (text === '' || input === 'hidden') return '';
  if (input === 'country') return format.country(text);
  if (input === 'flag') return text === 'yes' ? t.history.yes : t.history.no;
  if (input === 'pending') return t.fields[label];
  if (isOptions(input)) return options?.get(name)?.find(({ value }) => value === text)?.label ?? text;
  if (!isChoice(input) && !areTicks(input)) return text;
  const words = input.labels(t);
  return text
    .split('\n')
    .map((word) => words[word] ?? word)
    .join(', ');
}

/** Changes of one side. */
export function changedAlone(
  context: RequestContext,
  edited: EditedRecord,
  drafts: readonly [Draft, Draft],
  conflicts: readonly Conflict[],
): OnlyOnOtherSide[] {
  const { schema } = edited;
  const [base, side] = drafts;
  const inConflict = new Set(conflicts.flatMap(({ raw }) => raw));
  const texts = formFields(schema)
    .filter(({ name }) => !conflicts.some(({ at }) => 'text' in at && at.text === name))
    .map((field) => {
      const textIn = ({ texts }: Draft) => shownText(context, edited, field, texts[field.name] ?? '');
      return { label: context.t.fields[field.label], was: textIn(base), is: textIn(side) };
    });
  const lists = listsOf(schema).flatMap((list): OnlyOnOtherSide[] => {
    const [were, are] = [rowsIn(base, list.name), rowsIn(side, list.name)];
    if (isSame(were, are)) return [];
    const shownField = (field: FieldSchema, text = '') => shownText(context, edited, field, text);
    if (list.part) return list.part.changedAlone(context, [were, are], inConflict, shownField);
    const written = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row));
    const { gone, come } = rowDifference(written(were), written(are), inConflict);
    const textsOf = (rows: readonly string[]) => rows.map((row) => shownRow(context, edited, list, JSON.parse(row))).join('; ');
    return [{ label: context.t.fields[list.label], was: textsOf(gone), is: textsOf(come) }];
  });
  return [...texts, ...lists].filter(({ was, is }) => was !== is);
}
