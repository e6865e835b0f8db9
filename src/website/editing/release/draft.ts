import type { SentForm } from '../../http/form';
import { columnsOf } from '../kinds/draft';
import { unpackTexts } from '../packed-draft';
import { fieldsOf, type ListName, listNames, type Row } from './release-schema';

/** Single fields of the form. */
export const textNames = [
  'title',
  'artist_credit',
  'album',
  'albumIs',
  'release_date',
  'country',
  'barcode',
  'packaging',
  'series',
  'genres',
  'styles',
  'notes',
  'slug',
  'provisional',
] as const;

export type TextName = (typeof textNames)[number];

/** All fields as text, from a record or as typed. */
export interface Draft {
  readonly texts: Readonly<Record<TextName, string>>;
  readonly lists: { readonly [L in ListName]: readonly Row<L>[] };
}

/** Multiline fields. */
const longFields: ReadonlySet<string> = new Set(['notes', 'genres', 'styles', 'descriptions', 'tracks']);

/** Fields that do not count in otherwise empty rows. */
const silent: ReadonlySet<string> = new Set(['format', 'quantity', 'kind', 'entry']);

/** As browsers normalize line breaks. */
export function asTyped(name: string, text: string): string {
  if (!longFields.has(name)) return text.replace(/[\r\n]+/g, '').trim();
  // Leading spaces are significant.
  return text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
}

/** Missing values are empty; empty rows are dropped. */
export function draftOf(text: (name: TextName) => string, rows: <L extends ListName>(list: L) => readonly Partial<Row<L>>[]): Draft {
  return {
    texts: Object.fromEntries(textNames.map((name) => [name, asTyped(name, text(name))])) as Draft['texts'],
    lists: Object.fromEntries(listNames.map((list) => [list, rowsOf(list, rows(list))])) as unknown as Draft['lists'],
  };
}

function rowsOf(list: ListName, rows: readonly Partial<Record<string, string>>[]): Record<string, string>[] {
  return rows
    .map((row) =>
      Object.fromEntries(
        fieldsOf(list)
          .flatMap(columnsOf)
          .map((name) => [name, asTyped(name, row[name] ?? '')]),
      ),
    )
    .filter((row) => Object.entries(row).some(([name, value]) => value !== '' && !name.endsWith('Is') && !silent.has(name)));
}

/** Without discs marked for removal. */
export function readDraft(form: Pick<SentForm, 'exact' | 'all'>): Draft {
  const away = new Set(form.all('away').map(Number));
  return draftOf(
    (name) => (name === 'provisional' && form.exact('isTrue') !== '' ? '' : form.exact(name)),
    (list) => {
      const columns = fieldsOf(list)
        .flatMap(columnsOf)
        .map((name) => [name, form.all(name)] as const);
      const count = Math.max(...columns.map(([, values]) => values.length));
      const rows = Array.from({ length: count }, (_, index) =>
        Object.fromEntries(columns.map(([name, values]) => [name, values[index] ?? ''])),
      );
      return (list === 'discs' ? rows.filter((_, index) => !away.has(index)) : rows) as never;
    },
  );
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Undefined if invalid. */
export function unpackDraft(field: string): Draft | undefined {
  const packed = unpackTexts(field);
  return (
    packed &&
    draftOf(
      (name) => packed.texts[name] ?? '',
      (list) => (packed.lists[list] ?? []) as never,
    )
  );
}
