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

export function labelOf(visit: RequestContext, edited: EditedRecord, conflict: Conflict): string {
  const list = listIn(edited, conflict.at);
  if (list?.part) return list.part.labelOf(visit, conflict);
  return visit.t.fields[(list ?? fieldIn(edited, conflict.at))?.label ?? 'name'];
}

export function conflictText(visit: RequestContext, edited: EditedRecord, { at }: Conflict, values: readonly string[]): string {
  const [field, list] = [fieldIn(edited, at), listIn(edited, at)];
  const shown = (value: string) => {
    if (field) return shownText(visit, edited, field, value);
    return list && (!list.part || ('disc' in at && at.isWhole)) ? shownRow(visit, edited, list, JSON.parse(value)) : value.trim();
  };
  return values.map(shown).join('\n');
}

const shownRow = (visit: RequestContext, edited: EditedRecord, { fields }: ListSchema, row: Row): string =>
  fields
    .map((field) => shownText(visit, edited, field, row[field.name] ?? ''))
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
  visit: RequestContext,
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
      const shown = ({ texts }: Draft) => shownText(visit, edited, field, texts[field.name] ?? '');
      return { label: visit.t.fields[field.label], was: shown(base), is: shown(side) };
    });
  const lists = listsOf(schema).flatMap((list): OnlyOnOtherSide[] => {
    const [were, are] = [rowsIn(base, list.name), rowsIn(side, list.name)];
    if (isSame(were, are)) return [];
    const shownField = (field: FieldSchema, text = '') => shownText(visit, edited, field, text);
    if (list.part) return list.part.changedAlone(visit, [were, are], inConflict, shownField);
    const written = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row));
    const { gone, come } = rowDifference(written(were), written(are), inConflict);
    const shown = (rows: readonly string[]) => rows.map((row) => shownRow(visit, edited, list, JSON.parse(row))).join('; ');
    return [{ label: visit.t.fields[list.label], was: shown(gone), is: shown(come) }];
  });
  return [...texts, ...lists].filter(({ was, is }) => was !== is);
}
