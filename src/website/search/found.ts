import { albums } from '../../catalog/albums';
import type { artists } from '../../catalog/artists';
import type { labels } from '../../catalog/labels';
import type { productionRecordings } from '../../catalog/production-recordings';
import { productions } from '../../catalog/productions';
import { releases } from '../../catalog/releases';
import type { releaseTracks } from '../../catalog/tracks/release-tracks';
import type { UnderstoodWord } from '../../search/understood';
import { type ApiQuery, type Holding, type Item, idOf } from '../api/client';
import { includedOf } from '../api/linked-records';
import { framedFields, markedFields } from '../catalog/browse/lists';
import { formatsIn } from '../catalog/browse/release-list';
import type { RequestContext } from '../http/request-context';
import { sleevedAttributes } from '../ui/pictures';

export type SearchedRecord =
  | Item<typeof artists>
  | Item<typeof productions>
  | Item<typeof albums>
  | Item<typeof releases>
  | Item<typeof labels>
  | Item<typeof productionRecordings>
  | Item<typeof releaseTracks>;

type FoundType = SearchedRecord['type'];

/** In display order. */
export const foundTypes = [
  'Artist',
  'Production',
  'Album',
  'Release',
  'Label',
  'ProductionRecording',
  'ReleaseTrack',
] as const satisfies readonly FoundType[];

/** HTML with only `<mark>`. */
export interface HitSnippet {
  readonly field: string;
  readonly snippet: string;
}

interface SearchDocument {
  readonly data: readonly SearchedRecord[];
  readonly meta: {
    readonly totalItems: number;
    readonly itemsPerPage: number;
    readonly currentPage: number;
    readonly counts: Readonly<Record<FoundType, number>>;
    readonly atLeast: readonly FoundType[];
    readonly hits: readonly HitSnippet[];
    readonly understood: readonly UnderstoodWord[];
    readonly didYouMean: string | null;
    readonly owned?: readonly Holding[];
    readonly wanted?: readonly Holding[];
  };
}

type Formats = ReturnType<ReturnType<typeof formatsIn>>;

/** The production of a recording. */
type Scored = Item<typeof productions>['attributes'];

/** Results with the data to show them. */
export interface SearchResults {
  readonly hits: readonly { readonly record: SearchedRecord; readonly snippet: HitSnippet }[];
  /** Results represented by another one on the page. */
  readonly folded: number;
  readonly meta: SearchDocument['meta'];
  readonly formats: ReadonlyMap<string, Formats>;
  /** By album id. */
  readonly firstEditions: ReadonlyMap<string, Item<typeof releases>['attributes']>;
  /** SearchResults editions, by album id. */
  readonly editions: ReadonlyMap<string, readonly string[]>;
  readonly scored: ReadonlyMap<string, Scored>;
  /** Releases of tracks, by their UUIDs. */
  readonly listing: ReadonlyMap<string, Item<typeof releases>['attributes']>;
}

const fields: ApiQuery = {
  'fields[Artist]': `${markedFields},name`,
  'fields[Production]': framedFields,
  'fields[Album]': '_id,slug,title,year,artist_credit,release_count',
  'fields[Release]': sleevedAttributes,
  'fields[Label]': '_id,slug,name,country',
  'fields[ProductionRecording]': '_id,title',
  'fields[ReleaseTrack]': '_id,title',
};

/**
 * Searches all kinds. Editions of found albums, and albums of a single edition, are folded into one result.
 * @throws {ApiError}
 */
export async function search({ api }: RequestContext, query: ApiQuery): Promise<SearchResults> {
  const { data, meta } = await api.read<SearchDocument>('/api/search', { ...query, ...fields });
  const [known, firstEditions, scored, listing] = await Promise.all([
    readReleases(api, data),
    readFirstEditions(api, data),
    readScored(api, data),
    readListing(api, data),
  ]);
  const hits = data.map((record, index) => ({ record, snippet: meta.hits[index] ?? { field: '', snippet: '' } }));
  const isOnce = query.type === undefined ? isToldOnce(data, known.albums) : () => true;
  const editions = new Map([...Map.groupBy(known.albums, ([, album]) => album)].map(([album, all]) => [album, all.map(([id]) => id)]));
  const shown = hits.filter(({ record }) => isOnce(record)).filter(isFirstOfTitle);
  const folded = hits.length - shown.length;
  return { hits: shown, folded, meta, formats: known.formats, firstEditions, editions, scored, listing };
}

/** Whether no other result represents the record. */
function isToldOnce(all: readonly SearchedRecord[], albumOf: ReadonlyMap<string, string>): (record: SearchedRecord) => boolean {
  const found = new Map(all.flatMap((one) => (one.type === 'Album' ? [[one.id, one.attributes.release_count] as const] : [])));
  const withRelease = new Set(albumOf.values());
  return ({ id, type }) => {
    if (type === 'Album') return !((found.get(id) ?? 0) <= 1 && withRelease.has(id));
    return type !== 'Release' || (found.get(albumOf.get(id) ?? '') ?? 0) <= 1;
  };
}

type Api = RequestContext['api'];

interface KnownReleases {
  readonly formats: SearchResults['formats'];
  /** Album ids by release. */
  readonly albums: ReadonlyMap<string, string>;
}

async function readReleases(api: Api, found: readonly SearchedRecord[]): Promise<KnownReleases> {
  const id = idsOf('Release', found);
  if (id.length === 0) return { formats: new Map(), albums: new Map() };
  const asked = { id, include: 'formats', 'fields[Release]': '_id,formats,album', 'fields[ReleaseFormat]': 'format_type,quantity' };
  const list = await api.list(releases, { ...asked, itemsPerPage: id.length });
  const formatsOf = formatsIn(list);
  return {
    formats: new Map(list.data.map((release) => [release.id, formatsOf(release)] as const)),
    albums: new Map(list.data.flatMap(({ id, relationships: { album } }) => (album.data ? [[id, album.data.id] as const] : []))),
  };
}

async function readFirstEditions(api: Api, found: readonly SearchedRecord[]): Promise<SearchResults['firstEditions']> {
  const id = idsOf('Album', found);
  if (id.length === 0) return new Map();
  const asked = { id, include: 'firstRelease', 'fields[Album]': '_id,firstRelease', 'fields[Release]': sleevedAttributes };
  const list = await api.list(albums, { ...asked, itemsPerPage: id.length });
  const first = includedOf(releases, list);
  return new Map(
    list.data.flatMap(({ id, relationships }) => {
      const edition = first.get(relationships.firstRelease.data?.id ?? '');
      return edition ? [[id, edition.attributes] as const] : [];
    }),
  );
}

const idsOf = (type: FoundType, found: readonly SearchedRecord[]): string[] =>
  found.filter((record) => record.type === type).map((record) => record.attributes._id);

async function readScored(api: Api, found: readonly SearchedRecord[]): Promise<ReadonlyMap<string, Scored>> {
  const id = [...new Set(found.filter(({ type }) => type === 'ProductionRecording').map((record) => productionOf(record)))];
  if (id.length === 0) return new Map();
  const { data } = await api.list(productions, { id, itemsPerPage: id.length, 'fields[Production]': framedFields });
  return new Map(data.map(({ attributes }) => [attributes._id, attributes]));
}

async function readListing(api: Api, found: readonly SearchedRecord[]): Promise<SearchResults['listing']> {
  const id = [...new Set(found.filter(({ type }) => type === 'ReleaseTrack').map((record) => releaseOf(record)))];
  if (id.length === 0) return new Map();
  const { data } = await api.list(releases, { id, itemsPerPage: id.length, 'fields[Release]': sleevedAttributes });
  return new Map(data.map(({ attributes }) => [attributes._id, attributes]));
}

/** Editions repeat the tracks of each other: the best one represents all of its title. */
function isFirstOfTitle({ record }: SearchResults['hits'][number], index: number, all: SearchResults['hits']): boolean {
  const titleOf = (one: SearchedRecord) => (one.type === 'ReleaseTrack' ? one.attributes.title.toLowerCase() : undefined);
  const title = titleOf(record);
  return title === undefined || all.findIndex((other) => titleOf(other.record) === title) === index;
}

/** UUID. */
export const releaseOf = ({ id }: Pick<SearchedRecord, 'id'>): string => idOf(id.replace(/\/formats\/.*$/, ''));

/** UUID. */
export const productionOf = ({ id }: Pick<SearchedRecord, 'id'>): string => idOf(id.replace(/\/recordings\/.*$/, ''));
