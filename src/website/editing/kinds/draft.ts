import type { SentForm } from '../../form';
import type { FieldDescription, KindDescription, RowsDescription } from './descriptions';

/** What stands in fields, by their names. */
export type FieldTexts = Readonly<Record<string, string>>;

/** A row of a form: the address of the record that it shows, empty for a new one, and what the form began with. */
export interface RowDraft {
  readonly iri: string;
  readonly was: FieldTexts;
  readonly texts: FieldTexts;
}

/** What stands in the form of a record. */
export interface Draft {
  readonly texts: FieldTexts;
  readonly rows: Readonly<Record<string, readonly RowDraft[]>>;
}

type Attributes = Readonly<Record<string, unknown>>;

/** What the fields of a form say of attributes as they are. */
export const textsOf = (fields: readonly FieldDescription[], attributes: Attributes): FieldTexts =>
  Object.fromEntries(fields.map((field) => [field.name, textOf(field, attributes[field.name])]));

function textOf({ input }: FieldDescription, value: unknown): string {
  if (input === 'flag') return value === true ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join('\n');
  // What is not known is 0 where a number is never null.
  if (value === null || value === undefined || (input === 'number' && value === 0)) return '';
  return String(value);
}

/** The attributes that fields say otherwise than they did. */
export const changedAttributes = (fields: readonly FieldDescription[], was: FieldTexts, is: FieldTexts): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter(({ name }) => plain(was[name]) !== plain(is[name]))
      .map((field) => [field.name, attributeOf(field, is[field.name] ?? '')]),
  );

/** Browsers send the ends of lines as two signs. */
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

function attributeOf({ input }: FieldDescription, text: string): unknown {
  const said = plain(text);
  if (input === 'flag') return said === 'yes';
  if (input === 'lines') return said.split('\n').flatMap((one) => one.trim() || []);
  if (said === '') return null;
  return input === 'number' && /^\d{1,9}$/.test(said) ? Number(said) : said;
}

export const isEmptyRow = ({ texts }: Pick<RowDraft, 'texts'>): boolean => Object.values(texts).every((text) => text.trim() === '');

export const emptyRow: RowDraft = { iri: '', was: {}, texts: {} };

/** The name of a field of rows in a form. */
export const rowField = (rows: RowsDescription, name: string): string => `${rows.name}.${name}`;

/** What was sent. */
export function readDraft(form: SentForm, { fields, rows }: KindDescription): Draft {
  return {
    texts: Object.fromEntries(fields.map(({ name }) => [name, form.text(name)])),
    rows: Object.fromEntries(rows.map((one) => [one.name, readRows(form, one)])),
  };
}

function readRows(form: SentForm, rows: RowsDescription): RowDraft[] {
  const iris = form.all(rowField(rows, 'iri'));
  const columns = rows.fields.map(({ name }) => ({
    name,
    is: form.all(rowField(rows, name)),
    was: form.all(rowField(rows, `${name}.was`)),
  }));
  const all = iris.map((iri, at) => ({
    iri,
    texts: Object.fromEntries(columns.map(({ name, is }) => [name, (is[at] ?? '').trim()])),
    was: Object.fromEntries(columns.map(({ name, was }) => [name, was[at] ?? ''])),
  }));
  return all.filter((row) => row.iri !== '' || !isEmptyRow(row));
}
