import { albums } from '../../catalog/albums';
import type { artistRoles } from '../../catalog/artist-roles';
import type { artists } from '../../catalog/artists';
import { type labelSeries, labels } from '../../catalog/labels';
import type { organizations } from '../../catalog/organizations';
import type { productionRecordings } from '../../catalog/production-recordings';
import { productions } from '../../catalog/productions';
import type { franchises } from '../../catalog/productions/franchises';
import { releases } from '../../catalog/releases';
import type { releaseTracks } from '../../catalog/tracks/release-tracks';
import type { works } from '../../catalog/tracks/works';
import type { Holding } from '../../collection/holdings';
import type { Snippet } from '../../search/snippets';
import type { UnderstoodWord } from '../../search/understood';
import { type ApiQuery, type Item, type PageMeta, rootOfIri, uuidOfIri } from '../api/client';
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
  | Item<typeof labelSeries>
  | Item<typeof organizations>
  | Item<typeof artistRoles>
  | Item<typeof productionRecordings>
  | Item<typeof works>
  | Item<typeof franchises>
  | Item<typeof releaseTracks>;

type FoundType = SearchedRecord['type'];

/** In display order. */
export const foundTypes = [
  'Artist',
  'Production',
  'Album',
  'Release',
  'Label',
  'LabelSeries',
  'Organization',
  'ArtistRole',
  'Work',
  'Franchise',
  'ProductionRecording',
  'ReleaseTrack',
] as const satisfies readonly FoundType[];

interface SearchDocument {
  readonly data: readonly SearchedRecord[];
  readonly meta: PageMeta & {
    readonly counts: Readonly<Record<FoundType, number>>;
    readonly atLeast: readonly FoundType[];
    readonly hits: readonly Snippet[];
    readonly understood: readonly UnderstoodWord[];
    readonly corrected?: { readonly from: string; readonly to: string };
    readonly didYouMean: string | null;
    readonly owned?: readonly Holding[];
    readonly wanted?: readonly Holding[];
  };
}

/** Results with the data to show them. */
export type SearchResults = Awaited<ReturnType<typeof search>>;

const fields: ApiQuery = {
  'fields[Artist]': `${markedFields},name`,
  'fields[Production]': framedFields,
  'fields[Album]': '_id,slug,title,year,artist_credit,release_count',
  'fields[Release]': sleevedAttributes,
  'fields[Label]': '_id,slug,name,country',
  'fields[LabelSeries]': '_id,slug,name',
  'fields[Organization]': '_id,slug,name,organization_type,country',
  'fields[ArtistRole]': '_id,slug,role',
  'fields[Work]': '_id,slug,title,credits,recording_count',
  'fields[Franchise]': '_id,slug,name,production_count',
  'fields[ProductionRecording]': '_id,title',
  'fields[ReleaseTrack]': '_id,title',
};

/**
 * Searches all kinds. Editions of found albums, and albums of a single edition, are folded into one result.
 * @throws {ApiError}
 */
export async function search({ api }: RequestContext, query: ApiQuery) {
  const { data, meta } = await api.read<SearchDocument>('/api/search', { ...query, ...fields });
  const [known, firstEditions, ofRecordings, ofTracks, ofSeries] = await Promise.all([
    readReleases(api, data),
    readFirstEditions(api, data),
    readOwners(data, 'ProductionRecording', (id) => api.list(productions, { ...id, 'fields[Production]': framedFields })),
    readOwners(data, 'ReleaseTrack', (id) => api.list(releases, { ...id, 'fields[Release]': sleevedAttributes })),
    readOwners(data, 'LabelSeries', (id) => api.list(labels, { ...id, 'fields[Label]': '_id,slug,name' })),
  ]);
  const hits = data.map((record, index) => ({ record, snippet: meta.hits[index] ?? { field: '', snippet: '' } }));
  const isOnce = query.type === undefined ? isToldOnce(data, known.albums) : () => true;
  // Editions repeat the tracks of each other: the best one represents all of its title.
  const tracks = Map.groupBy(
    data.flatMap((one) => (one.type === 'ReleaseTrack' ? [one] : [])),
    ({ attributes }) => attributes.title.toLowerCase(),
  );
  const ofTitle = new Map([...tracks.values()].map((all) => [all[0]?.id ?? '', [...new Set(all.map(({ id }) => rootOfIri(id)))]]));
  /** Found editions by album id, and releases by the id of the track that represents them. */
  const editions = new Map([
    ...[...Map.groupBy(known.albums, ([, album]) => album)].map(([album, all]) => [album, all.map(([id]) => id)] as const),
    ...ofTitle,
  ]);
  const unfolded = hits.filter(({ record }) => isOnce(record) && (record.type !== 'ReleaseTrack' || ofTitle.has(record.id)));
  const owners = { productions: ofRecordings, releases: ofTracks, labels: ofSeries };
  return { hits: unfolded, meta, formats: known.formats, firstEditions, editions, owners };
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
  readonly formats: ReadonlyMap<string, ReturnType<ReturnType<typeof formatsIn>>>;
  /** Album ids by release. */
  readonly albums: ReadonlyMap<string, string>;
}

async function readReleases(api: Api, found: readonly SearchedRecord[]): Promise<KnownReleases> {
  const id = idsOf('Release', found);
  if (id.length === 0) return { formats: new Map(), albums: new Map() };
  const query = { id, include: 'formats', 'fields[Release]': '_id,formats,album', 'fields[ReleaseFormat]': 'format_type,quantity' };
  const list = await api.list(releases, { ...query, itemsPerPage: id.length });
  const formatsOf = formatsIn(list);
  return {
    formats: new Map(list.data.map((release) => [release.id, formatsOf(release)] as const)),
    albums: new Map(list.data.flatMap(({ id, relationships: { album } }) => (album.data ? [[id, album.data.id] as const] : []))),
  };
}

/** By album id. */
async function readFirstEditions(
  api: Api,
  found: readonly SearchedRecord[],
): Promise<ReadonlyMap<string, Item<typeof releases>['attributes']>> {
  const id = idsOf('Album', found);
  if (id.length === 0) return new Map();
  const query = { id, include: 'firstRelease', 'fields[Album]': '_id,firstRelease', 'fields[Release]': sleevedAttributes };
  const list = await api.list(albums, { ...query, itemsPerPage: id.length });
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

/** Attributes of the records that nested ones belong to, by id. */
async function readOwners<A extends { readonly _id: string }>(
  found: readonly SearchedRecord[],
  type: FoundType,
  read: (query: {
    readonly id: string[];
    readonly itemsPerPage: number;
  }) => Promise<{ readonly data: readonly { readonly id: string; readonly attributes: A }[] }>,
): Promise<ReadonlyMap<string, A>> {
  const id = [...new Set(found.filter((one) => one.type === type).map((one) => uuidOfIri(rootOfIri(one.id))))];
  if (id.length === 0) return new Map();
  const { data } = await read({ id, itemsPerPage: id.length });
  return new Map(data.map(({ id, attributes }) => [id, attributes]));
}
