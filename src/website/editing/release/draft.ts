import type { SentForm } from '../../http/form';
import { columnsOf } from '../kinds/draft';
import { unpackTexts } from '../packed-draft';
import { fieldsOf, type ListName, listNames, type Row } from './release-schema';

/** The fields of a release that stand once in its form. */
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

/** A release as its form has it: nothing but texts, those of a record and those that were typed alike. */
export interface Draft {
  readonly texts: Readonly<Record<TextName, string>>;
  readonly lists: { readonly [L in ListName]: readonly Row<L>[] };
}

/** Fields of several lines. */
const longFields: ReadonlySet<string> = new Set(['notes', 'genres', 'styles', 'descriptions', 'tracks']);

/** Fields that say nothing where the others of their row are empty. */
const silent: ReadonlySet<string> = new Set(['format', 'quantity', 'kind', 'entry']);

/** A text as a field has it: browsers leave out line breaks of a line, and write those of others as they like. */
export function asTyped(name: string, text: string): string {
  if (!longFields.has(name)) return text.replace(/[\r\n]+/g, '').trim();
  // What the first line begins with may say what it is: blanks.
  return text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd();
}

/** Makes a draft of values by the names of fields; what is missing is empty, and so are rows with nothing in them. */
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

/** The draft of a form that was sent. Discs that are ticked to be taken away are not in it. */
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

/** Whether two rows, or two lists of them, say the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The draft of a packed field; `undefined` where it is none. */
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
