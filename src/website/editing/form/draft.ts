import type { SentForm } from '../../http/form';
import { choiceOf } from '../choices';
import { idFieldOf } from '../name-field';
import { unpackTexts } from '../packed-draft';
import { addressIn, areTicks, type FieldSchema, type FormSchema, formFields, isChoice, isNames, type ListSchema, listsOf } from './schema';
import type { Draft, Row } from './types';

/** Identifies a field of a form; a single field is in row 0. */
export const placeOf = (field: string, at: number | string = 0): string => `${field} ${at}`;

export const rowsIn = (draft: Draft, list: string): readonly Row[] => draft.lists[list] ?? [];

/** With the field of the known record. */
export const columnNamesOf = ({ name, input }: FieldSchema): string[] => (isNames(input) ? [name, idFieldOf(name)] : [name]);

/** Missing values are empty; empty rows are dropped. */
export const draftOf = (
  schema: FormSchema,
  text: (name: string) => string | undefined,
  rows: (list: string) => readonly Partial<Row>[],
): Draft => ({
  texts: rowOf(formFields(schema), text),
  lists: Object.fromEntries(listsOf(schema).map((list) => [list.name, rowsOf(list, rows(list.name))])),
});

/** A row without texts is one that has an address, unless it is to be deleted. */
const rowsOf = ({ fields, children }: ListSchema, rows: readonly Partial<Row>[]): Row[] =>
  rows
    .map((row) => rowOf(fields, (name) => row[name]))
    .filter((row) => fields.some((field) => row[field.name] !== '' && (field.input === 'hidden' ? !children : makesRow(field))));

/** Initial values alone do not. */
const makesRow = ({ input, initial }: FieldSchema): boolean => initial === undefined && !isChoice(input) && !areTicks(input);

const rowOf = (fields: readonly FieldSchema[], text: (name: string) => string | undefined): Row =>
  Object.fromEntries(fields.flatMap((field) => columnNamesOf(field).map((name) => [name, asTyped(field, text(name) ?? '')])));

/** As browsers normalize line breaks. */
export function asTyped({ input }: Pick<FieldSchema, 'input'>, text: string): string {
  if (input !== 'area' && input !== 'lines' && !areTicks(input)) return text.replace(/[\r\n]+/g, '').trim();
  // Leading spaces are significant.
  return text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
}

export const emptyDraft = (schema: FormSchema): Draft =>
  draftOf(
    schema,
    () => '',
    () => [],
  );

/** Texts of the values of an item or a record, by member. */
export const textsOf = (fields: readonly FieldSchema[], values: object): Row =>
  Object.fromEntries(
    fields.flatMap((field): (readonly [string, string])[] => {
      const value: unknown = Reflect.get(values, field.member);
      if (!isNames(field.input)) return [[field.name, asTyped(field, textOf(field, value))]];
      const { typed, known } = chosen(value as NamedRecord | undefined);
      return [
        [field.name, typed],
        [idFieldOf(field.name), known],
      ];
    }),
  );

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

/** Fields are single lines. */
const chosen = (record: NamedRecord | undefined) =>
  record ? choiceOf({ id: record.id, name: record.name.replace(/\s+/g, ' ').trim() }) : { typed: '', known: '' };

function textOf({ input }: FieldSchema, value: unknown): string {
  if (input === 'flag') return value === true ? 'yes' : 'no';
  if (input === 'pending') return value === true ? 'on' : '';
  if (areTicks(input)) return input.words.filter((word) => Array.isArray(value) && value.includes(word)).join('\n');
  if (Array.isArray(value)) return value.join('\n');
  // Numbers that are never null use 0.
  if (value === null || value === undefined || (input === 'number' && value === 0)) return '';
  return String(value);
}

/** The value of a text; null if empty. */
export function typedValue({ input }: FieldSchema, text: string): unknown {
  if (input === 'flag') return text === 'yes';
  if (input === 'pending') return text !== '';
  if (input === 'lines' || areTicks(input)) return [...new Set(text.split('\n').map((one) => one.trim()))].filter((one) => one !== '');
  if (text === '') return null;
  if (input === 'code') return text.toUpperCase();
  return input === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A name typed again without its record is the same. */
export const changedFields = (fields: readonly FieldSchema[], was: Row, is: Row): FieldSchema[] =>
  fields.filter(({ name, input }) => {
    const known = isNames(input) ? is[idFieldOf(name)] : '';
    return was[name] !== is[name] || (known !== '' && known !== was[idFieldOf(name)]);
  });

export function readDraft(form: Pick<SentForm, 'exact' | 'all'>, schema: FormSchema): Draft {
  const lists = new Map(listsOf(schema).map((list) => [list.name, readRows(form, list)]));
  const pending = new Set(formFields(schema).flatMap(({ name, input }) => (input === 'pending' ? name : [])));
  return draftOf(
    schema,
    (name) => (pending.has(name) && form.exact('isTrue') !== '' ? '' : form.exact(name)),
    (name) => lists.get(name) ?? [],
  );
}

const columnsOf = (form: Pick<SentForm, 'all'>, { fields }: ListSchema) =>
  fields
    .filter(({ input }) => !areTicks(input))
    .flatMap(columnNamesOf)
    .map((name) => [name, form.all(name)] as const);

/** Whether some row lacks a field: those of the rows below would count as its own. A form of a former version may lack a whole column. */
export const isUneven = (form: Pick<SentForm, 'all'>, list: ListSchema): boolean =>
  new Set(columnsOf(form, list).flatMap(([, texts]) => (texts.length === 0 ? [] : [texts.length]))).size > 1;

function readRows(form: Pick<SentForm, 'exact' | 'all'>, list: ListSchema): Row[] {
  const { fields, part } = list;
  const columns = columnsOf(form, list);
  const ticks = fields.map(({ name, input }) => [name, areTicks(input) ? input.words : [], form.all(name)] as const);
  const count = Math.max(...columns.map(([, texts]) => texts.length));
  const dropped = part?.dropped(form) ?? new Set();
  const rows = Array.from({ length: count }, (_, at) => ({
    ...Object.fromEntries(
      ticks.map(([name, words, ticked]) => [name, words.filter((word) => ticked.includes(tickOf(at, word))).join('\n')]),
    ),
    ...Object.fromEntries(columns.map(([name, texts]) => [name, texts[at] ?? ''])),
  }));
  return rows.filter((_, at) => !dropped.has(at));
}

/** Unchecked boxes send nothing, so each value names its row. */
export const tickOf = (at: number | string, word: string): string => `${at} ${word}`;

/** Gives rows that have lost their address that of the equal row, whose record would be deleted and created anew. */
export const withLostAddresses = (schema: FormSchema, { texts, lists }: Draft, base: Draft): Draft => ({
  texts,
  lists: Object.fromEntries(
    listsOf(schema).map(({ name, fields, children }) => {
      const [address, rows] = [addressIn(fields), lists[name] ?? []];
      const lost = rowsIn(base, name).filter((was) => !rows.some((row) => row[address] === was[address]));
      const equal = (row: Row) => lost.findIndex((was) => isSame({ ...was, [address]: '' }, row));
      const found = (row: Row) => (children && row[address] === '' ? lost.splice(equal(row), equal(row) < 0 ? 0 : 1)[0] : undefined);
      return [name, rows.map((row) => found(row) ?? row)];
    }),
  ),
});

/** Addresses of child records, once their record is merged into another. */
export function withAddressesBelow({ texts, lists }: Draft, from: string, to: string): Draft {
  const moved = (text: string) => (text.startsWith(`${from}/`) ? to + text.slice(from.length) : text);
  const rowsOf = (rows: readonly Row[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, text]) => [name, moved(text)])));
  return { texts, lists: Object.fromEntries(Object.entries(lists).map(([name, rows]) => [name, rowsOf(rows)])) };
}

/** Undefined if invalid. */
export function unpackDraft(schema: FormSchema, field: string): Draft | undefined {
  const packed = unpackTexts(field);
  return (
    packed &&
    draftOf(
      schema,
      (name) => packed.texts[name],
      (list) => packed.lists[list] ?? [],
    )
  );
}
