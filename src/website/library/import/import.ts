import type { storedRowsOf } from '../../../collection/files/documents';
import type { Report, RowOutcome } from '../../../collection/files/report';
import { type AttributesPage, type Item, readAttributesPage, type Sent, withQuery } from '../../api/client';
import type { SentForm } from '../../http/form';
import type { RequestContext } from '../../http/request-context';
import type { ChosenFile } from '../../http/upload-store';

export type ImportList = 'collection' | 'wishlist';

export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

export const unmatchedChoices = ['provisional', 'keep', 'skip'] as const;

export interface ImportChoices {
  readonly list: ImportList;
  readonly alsoOwned: (typeof alsoOwnedChoices)[number];
  readonly unmatched: (typeof unmatchedChoices)[number];
  readonly takeOffWishlist: boolean;
  readonly rowsShown: number;
  readonly perRow: RowChoices;
}

export type RowCandidate = NonNullable<RowOutcome['release']>;

export type ImportCounts = Pick<Report, 'added' | 'provisional' | 'duplicates' | 'unmatched' | 'invalid' | 'skipped'>;

export type StoredRow = Item<ReturnType<typeof storedRowsOf<'collection'>>>['attributes'];

/** Rows shown per outcome. */
export const rowsAtFirst = 20;
const rowsAtMost = 1_000;

/** The maximum of a file: all omitted rows are kept for download. */
export const mostOmittedRows = 10_000;

export const isList = (text: string): text is ImportList => text === 'collection' || text === 'wishlist';

export const readListName = (text: string | null): ImportList => (text === 'wishlist' ? 'wishlist' : 'collection');

export function readImportChoices(form: SentForm): ImportChoices {
  const alsoOwned = alsoOwnedChoices.find((one) => one === form.text('alsoOwned')) ?? 'skip';
  const unmatched = unmatchedChoices.find((one) => one === form.text('unmatched')) ?? 'provisional';
  const rowsShown = form.text('rows') === 'all' ? rowsAtMost : rowsAtFirst;
  const isFirst = !form.has('alsoOwned');
  const perRow = readRowChoices(form);
  return {
    list: readListName(form.text('list')),
    alsoOwned,
    unmatched,
    takeOffWishlist: isFirst || form.has('takeOffWishlist'),
    rowsShown,
    perRow,
  };
}

/** By file name, since browsers rarely know CSV. */
export async function readChosenFile(form: SentForm): Promise<ChosenFile | undefined> {
  const file = form.file('file');
  if (!file) return undefined;
  const isJson = /\.json$/i.test(file.name) || file.type === 'application/json';
  const name = [...file.name].slice(0, 100).join('');
  return { name, mediaType: isJson ? 'application/json' : 'text/csv', bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Imports or previews a file, skipping invalid rows. */
export function putIn(
  { api }: RequestContext,
  file: ChosenFile,
  { list, alsoOwned, unmatched, takeOffWishlist, rowsShown, perRow }: ImportChoices,
  isDry: boolean,
) {
  const query = {
    ...(isDry && { dryRun: true }),
    alsoOwned,
    unmatched,
    unreadable: 'skip',
    choices: writtenChoices(perRow),
    ...(list === 'collection' && { takeOffWishlist }),
    rowsShown,
  };
  return api.send('POST', withQuery(`/api/users/me/${list}/import`, query), file.bytes, { 'content-type': file.mediaType });
}

export const reportIn = ({ document }: Sent): Report => document.data.attributes as Report;

const keptAtOnce = 30;

export const readPendingRows = ({ api }: RequestContext, list: ImportList, page: number): Promise<AttributesPage<StoredRow>> =>
  readAttributesPage(api, `/api/users/me/${list}/import/unmatched`, { page, itemsPerPage: keptAtOnce });

export async function deletePendingRow({ api }: RequestContext, list: ImportList, id: string): Promise<void> {
  await api.change('DELETE', `/api/users/me/${list}/import/unmatched/${encodeURIComponent(id)}`);
}

/** Retries stored rows by importing an empty file. */
export function matchAgain(context: RequestContext, list: ImportList, unmatched: 'keep' | 'provisional'): Promise<Sent> {
  const nothing = JSON.stringify({ format: `leitmotif-${list}`, version: 1, items: [] });
  const file: ChosenFile = { name: '', mediaType: 'application/json', bytes: new TextEncoder().encode(nothing) };
  return putIn(context, file, { list, alsoOwned: 'skip', unmatched, takeOffWishlist: true, rowsShown: 0, perRow: new Map() }, false);
}

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

/** Undefined for none. */
const writtenChoices = (choices: RowChoices): string | undefined =>
  choices.size === 0 ? undefined : [...choices].map(([line, choice]) => `${line}:${choice}`).join(',');
