import type { Report, RowOutcome, storedRows } from '../../../collection/files/documents';
import type { importCounts } from '../../../collection/files/journal';
import type { Choices } from '../../../collection/files/parameters';
import type { ReleaseListName as ImportList } from '../../../collection/formats/vocabulary';
import { type AttributesPage, type Item, readAttributesPage, type Sent, withQuery } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';

export type { ImportList };

export type ImportCounts = Pick<Report, (typeof importCounts)[number]>;

export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

export const unmatchedChoices = ['provisional', 'keep', 'skip'] as const;

export interface ImportChoices extends Pick<Choices, 'alsoOwned' | 'unmatched' | 'takeOffWishlist' | 'rowsShown'> {
  readonly list: ImportList;
  readonly perRow: RowChoices;
  readonly reading: FileReading;
}

/** A file, its preview and the choices for it. */
export interface Preview {
  readonly file: Pick<ChosenFile, 'name'>;
  /** Key of the stored file. */
  readonly fileKey: string;
  readonly choices: ImportChoices;
  readonly report: Report;
}

/** Corrections of how a file is read, by form field. */
export type FileReading = ReadonlyMap<string, string>;

export const columnField = (heading: string): string => `column:${heading}`;
export const statusField = (word: string): string => `status:${word}`;

export const isColumnField = (name: string): boolean => name.startsWith('column:');
const readingField = /^(?:encoding|separator|sheet|dayFirst)$|^(?:column|status):/;

/** The parameter of the API for a form field. */
const parameterOf = (field: string): string =>
  field.replace(/^(column|status):([\s\S]*)/, (_, kind, name) => `${kind === 'column' ? 'columns' : 'statuses'}[${name}]`);

export type RowCandidate = NonNullable<RowOutcome['release']>;

export type StoredRow = Item<(typeof storedRows)['collection']>['attributes'];

/** Rows shown per outcome. */
export const rowsAtFirst = 20;
const rowsAtMost = 1_000;

/** The maximum of a file: all omitted rows can be downloaded. */
export const mostOmittedRows = 10_000;

export const readListName = (text: string | null): ImportList => (text === 'wishlist' ? 'wishlist' : 'collection');

export const readImportChoices = (form: SentForm): ImportChoices => ({
  list: readListName(form.text('list')),
  alsoOwned: alsoOwnedChoices.find((choice) => choice === form.text('alsoOwned')) ?? 'skip',
  unmatched: unmatchedChoices.find((choice) => choice === form.text('unmatched')) ?? 'provisional',
  takeOffWishlist: !form.has('alsoOwned') || form.has('takeOffWishlist'),
  rowsShown: form.text('rows') === 'all' ? rowsAtMost : rowsAtFirst,
  perRow: readRowChoices(form),
  reading: new Map(form.texts.filter(([name, text]) => text !== '' && readingField.test(name))),
});

const mediaTypes = {
  json: 'application/json',
  xml: 'application/xml',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** By file name, since browsers rarely know CSV. */
export async function readChosenFile(form: SentForm): Promise<ChosenFile | undefined> {
  const file = form.file('file');
  if (!file) return undefined;
  const [, extension = ''] = /\.(json|xml|xlsx)$/i.exec(file.name) ?? [];
  const mediaType =
    mediaTypes[extension.toLowerCase() as keyof typeof mediaTypes] ?? (file.type === mediaTypes.json ? file.type : 'text/csv');
  const name = [...file.name].slice(0, 100).join('');
  return { name, mediaType, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Imports or previews a file, skipping invalid rows. */
export function putIn(
  { api }: RequestContext,
  file: ChosenFile,
  { list, alsoOwned, unmatched, takeOffWishlist, rowsShown, perRow, reading }: ImportChoices,
  isDry: boolean,
) {
  const query = {
    ...(isDry && { dryRun: true }),
    ...{ alsoOwned, unmatched, unreadable: 'skip', rowsShown },
    choices: perRow.size === 0 ? undefined : [...perRow].map(([line, choice]) => `${line}:${choice}`).join(','),
    ...(list === 'collection' && { takeOffWishlist }),
    fileName: file.name || undefined,
    ...Object.fromEntries([...reading].map(([field, text]) => [parameterOf(field), text])),
  };
  return api.send('POST', withQuery(`/api/users/me/${list}/import`, query), file.bytes, { 'content-type': file.mediaType });
}

/** With the wishes that came and went, if known. */
export type ImportOutcome = ImportCounts & Partial<Pick<Report, 'wishes' | 'wanted'>>;

/** `571 added, 28 of them to the wishlist, 12 placeholders, 30 already owned, 2 removed from the wishlist` */
export function countParts(
  list: ImportList,
  { added, wishes = 0, provisional, duplicates, unmatched, skipped, invalid, wanted = 0 }: ImportOutcome,
  { t, format }: Pick<RequestContext, 't' | 'format'>,
): string[] {
  const words = t.collection.import;
  return [
    words.countAdded({ count: format.counted(added) }),
    wishes > 0 && words.countWishes({ count: format.number(wishes) }),
    provisional > 0 && words.countProvisional({ count: format.counted(provisional) }),
    duplicates > 0 && words.countDuplicates({ count: format.number(duplicates), list }),
    unmatched > 0 && words.countWaiting({ count: format.counted(unmatched) }),
    skipped + invalid > 0 && words.countInvalid({ count: format.counted(skipped + invalid) }),
    wanted > 0 && words.countBought({ count: format.counted(wanted) }),
  ].filter((part) => part !== false);
}

/** With pending rows of earlier files. */
export const allRowsIn = ({ added, duplicates, unmatched, skipped, invalid }: Report): number =>
  added + duplicates + unmatched + skipped + invalid;

export const reportIn = ({ document }: Sent): Report => document.data.attributes as Report;

const keptAtOnce = 30;

export const readPendingRows = ({ api }: RequestContext, list: ImportList, page: number): Promise<AttributesPage<StoredRow>> =>
  readAttributesPage(api, `/api/users/me/${list}/import/unmatched`, { page, itemsPerPage: keptAtOnce });

/** By line, in the API's syntax. */
export type RowChoices = ReadonlyMap<number, string>;

export const rowFieldOf = (line: number): string => `row-${line}`;

/** Changed choices only. */
const readRowChoices = (form: SentForm): RowChoices =>
  new Map(
    form.texts.flatMap(([name, text]): [number, string][] => {
      const line = /^row-(\d{1,7})$/.exec(name)?.[1];
      return line === undefined || text === '' ? [] : [[Number(line), text]];
    }),
  );
