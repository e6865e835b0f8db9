import type { artists } from '../../catalog/artists';
import type { labels } from '../../catalog/labels';
import type { productionRecordings } from '../../catalog/production-recordings';
import { productions } from '../../catalog/productions';
import { releases } from '../../catalog/releases';
import { type ApiQuery, type Holding, type Item, idOf } from '../api';
import { framedFields, markedFields } from '../browse/lists';
import { sleevedAttributes } from '../components/pictures';
import { formatsIn } from '../release-list';
import type { Visit } from '../visit';

/** A record that a search found. */
export type FoundRecord =
  | Item<typeof artists>
  | Item<typeof productions>
  | Item<typeof releases>
  | Item<typeof labels>
  | Item<typeof productionRecordings>;

export type FoundType = FoundRecord['type'];

/** The types that a search has, in the order in which they are told. */
export const foundTypes = ['Artist', 'Production', 'Release', 'Label', 'ProductionRecording'] as const satisfies readonly FoundType[];

export const isFoundType = (written: string): written is FoundType => foundTypes.some((type) => type === written);

/** Where a record was found: the attribute, and its text as HTML of nothing but `<mark>`. */
export interface Snippet {
  readonly field: string;
  readonly snippet: string;
}

interface SearchDocument {
  readonly data: readonly FoundRecord[];
  readonly meta: {
    readonly totalItems: number;
    readonly itemsPerPage: number;
    readonly currentPage: number;
    readonly counts: Readonly<Record<FoundType, number>>;
    readonly atLeast: readonly FoundType[];
    readonly hits: readonly Snippet[];
    readonly didYouMean: string | null;
    readonly owned?: readonly Holding[];
    readonly wanted?: readonly Holding[];
  };
}

type Formats = ReturnType<ReturnType<typeof formatsIn>>;

/** A production as what is found in its music leads to it. */
type Scored = Item<typeof productions>['attributes'];

/** What a search found, with what its hits are shown by. */
export interface Found {
  readonly hits: readonly { readonly record: FoundRecord; readonly snippet: Snippet }[];
  readonly meta: SearchDocument['meta'];
  /** By the ids of releases. */
  readonly formats: ReadonlyMap<string, Formats>;
  /** By the UUIDs of productions. */
  readonly scored: ReadonlyMap<string, Scored>;
}

/** The attributes that hits are shown by. */
const fields: ApiQuery = {
  'fields[Artist]': `${markedFields},name`,
  'fields[Production]': framedFields,
  'fields[Release]': sleevedAttributes,
  'fields[Label]': '_id,slug,name,country',
  'fields[ProductionRecording]': '_id,title',
};

/**
 * Searches across kinds. Formats of releases, and the productions that recordings are of, are read once for all hits.
 * @throws {ApiError} where the search is none
 */
export async function search({ api }: Visit, query: ApiQuery): Promise<Found> {
  const { data, meta } = await api.read<SearchDocument>('/api/search', { ...query, ...fields });
  const [formats, scored] = await Promise.all([readFormats(api, data), readScored(api, data)]);
  const hits = data.map((record, index) => ({ record, snippet: meta.hits[index] ?? { field: '', snippet: '' } }));
  return { hits, meta, formats, scored };
}

type Api = Visit['api'];

async function readFormats(api: Api, found: readonly FoundRecord[]): Promise<ReadonlyMap<string, Formats>> {
  const id = found.filter(({ type }) => type === 'Release').map((record) => record.attributes._id);
  if (id.length === 0) return new Map();
  const asked = { id, include: 'formats', 'fields[Release]': '_id,formats', 'fields[ReleaseFormat]': 'format_type,quantity' };
  const list = await api.list(releases, { ...asked, itemsPerPage: id.length });
  const formatsOf = formatsIn(list);
  return new Map(list.data.map((release) => [release.id, formatsOf(release)] as const));
}

async function readScored(api: Api, found: readonly FoundRecord[]): Promise<ReadonlyMap<string, Scored>> {
  const id = [...new Set(found.filter(({ type }) => type === 'ProductionRecording').map((record) => productionOf(record)))];
  if (id.length === 0) return new Map();
  const { data } = await api.list(productions, { id, itemsPerPage: id.length, 'fields[Production]': framedFields });
  return new Map(data.map(({ attributes }) => [attributes._id, attributes]));
}

/** The UUID of the production that a recording stands below. */
export const productionOf = ({ id }: Pick<FoundRecord, 'id'>): string => idOf(id.replace(/\/recordings\/.*$/, ''));
