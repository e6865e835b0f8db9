import type { SentForm } from '../../http/form';
import { choiceOf } from '../choices';
import { choicesIn, idFieldOf } from '../name-field';
import { packDraft, unpackTexts } from '../packed-draft';
import type { KindDescription } from './form-schemas';
import { areTicks, type FieldDescription, isChoice, isNames, type RowFields } from './inputs';

/** By field name. */
export type FieldTexts = Readonly<Record<string, string>>;

/** A row: its record's address (empty for new rows and list items) and original texts. */
export interface RowDraft {
  readonly iri: string;
  readonly was: FieldTexts;
  readonly texts: FieldTexts;
}

export interface Draft {
  readonly texts: FieldTexts;
  readonly rows: Readonly<Record<string, readonly RowDraft[]>>;
}

type Attributes = Readonly<Record<string, unknown>>;

export const textsOf = (fields: readonly FieldDescription[], attributes: Attributes): FieldTexts =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = attributes[field.name];
      if (!isNames(field.input)) return [[field.name, textOf(field, value)]];
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

function textOf({ input }: FieldDescription, value: unknown): string {
  if (input === 'flag') return value === true ? 'yes' : 'no';
  if (areTicks(input)) return input.words.filter((word) => Array.isArray(value) && value.includes(word)).join('\n');
  if (Array.isArray(value)) return value.join('\n');
  // Numbers that are never null use 0.
  if (value === null || value === undefined || (input === 'number' && value === 0)) return '';
  return String(value);
}

/** References are no attributes. */
export const changedAttributes = (fields: readonly FieldDescription[], was: FieldTexts, is: FieldTexts): Record<string, unknown> =>
  Object.fromEntries(
    changedFields(fields, was, is)
      .filter(({ input }) => !isNames(input))
      .map((field) => [field.name, attributeOf(field, is[field.name] ?? '')]),
  );

export const changedFields = (fields: readonly FieldDescription[], was: FieldTexts, is: FieldTexts): FieldDescription[] =>
  fields.filter((field) => columnsOf(field).some((name) => plain(was[name]) !== plain(is[name])));

export const columnsOf = ({ name, input }: FieldDescription): string[] => (isNames(input) ? [name, idFieldOf(name)] : [name]);

/** Browsers send CRLF. */
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

function attributeOf({ input }: FieldDescription, text: string): unknown {
  const said = plain(text);
  if (input === 'flag') return said === 'yes';
  if (input === 'lines' || areTicks(input)) return said.split('\n').flatMap((one) => one.trim() || []);
  if (said === '') return null;
  return input === 'number' && /^\d{1,9}$/.test(said) ? Number(said) : said;
}

/** Choices alone do not count. */
export const isEmptyRow = (fields: readonly FieldDescription[], { texts }: Pick<RowDraft, 'texts'>): boolean =>
  fields.every(({ name, input }) => isChoice(input) || areTicks(input) || (texts[name] ?? '').trim() === '');

export const emptyRow: RowDraft = { iri: '', was: {}, texts: {} };

export const rowField = (rows: RowFields, name: string): string => `${rows.name}.${name}`;

export function readDraft(form: SentForm, { fields, lists, rows }: KindDescription): Draft {
  return {
    texts: Object.fromEntries(fields.map(({ name }) => [name, form.text(name)])),
    rows: Object.fromEntries([...lists, ...rows].map((one) => [one.name, readRows(form, one)])),
  };
}

function readRows(form: SentForm, rows: RowFields): RowDraft[] {
  const iris = form.all(rowField(rows, 'record'));
  const columns = rows.fields.flatMap((field) => sentColumns(form, rows, field, iris.length));
  const was = rows.fields.flatMap(columnsOf).map((name) => [name, form.all(rowField(rows, `${name}.was`))] as const);
  const all = iris.map((iri, at) => ({
    iri,
    texts: Object.fromEntries(columns.map(([name, is]) => [name, (is[at] ?? '').trim()])),
    was: Object.fromEntries(was.map(([name, texts]) => [name, texts[at] ?? ''])),
  }));
  return all.filter((row) => row.iri !== '' || !isEmptyRow(rows.fields, row));
}

type Column = readonly [name: string, texts: readonly string[]];

function sentColumns(form: SentForm, rows: RowFields, field: FieldDescription, count: number): Column[] {
  const name = rowField(rows, field.name);
  if (isNames(field.input)) {
    const choices = choicesIn(form, name);
    return [
      [field.name, choices.map(({ typed }) => typed)],
      [idFieldOf(field.name), choices.map(({ known }) => known)],
    ];
  }
  if (!areTicks(field.input)) return [[field.name, form.all(name)]];
  const ticked = form.all(name);
  return [[field.name, Array.from({ length: count }, (_, at) => wordsTicked(ticked, field, String(at)))]];
}

/** Unchecked boxes send nothing, so each value names its row. */
export const tickOf = (at: string, word: string): string => `${at} ${word}`;

const wordsTicked = (ticked: readonly string[], { input }: FieldDescription, at: string): string =>
  areTicks(input) ? input.words.filter((word) => ticked.includes(tickOf(at, word))).join('\n') : '';

/** The original draft in one form field. */
export const packedDraft = ({ lists }: KindDescription, { texts, rows }: Draft): string =>
  packDraft({ texts, lists: Object.fromEntries(lists.map(({ name }) => [name, (rows[name] ?? []).map((row) => row.texts)])) });

/** Undefined if invalid. */
export function unpackDraft(field: string): Draft | undefined {
  const { texts, lists = {} } = unpackTexts(field) ?? {};
  const rows = Object.entries(lists).map(([name, all]) => [name, all.map((row) => ({ iri: '', was: row, texts: row }))] as const);
  return texts && { texts, rows: Object.fromEntries(rows) };
}
