import { albums } from '../../../catalog/albums';
import { releaseExternalLinks } from '../../../catalog/external-links';
import { labelSeries } from '../../../catalog/labels';
import { productionEntries } from '../../../catalog/production-entries';
import { productions } from '../../../catalog/productions';
import { releaseRelations } from '../../../catalog/relations';
import { releaseFormats } from '../../../catalog/release-formats';
import { releases } from '../../../catalog/releases';
import type { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { type Api, type Item, type List, type Single, uuidOfIri } from '../../api/client';
import { includedOf, roleNames, slugsOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { mayEdit } from '../../api/server-meta';
import { updateLinkOf } from '../../editing/editor-links';
import { type Creator, creatorOf } from '../../editing/locked-field';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { type Own, readOwn } from '../../library/own-items';
import { type Related, relatedAlbums, relatedAlbumsIncluded, relatedOf } from '../relations';
import { picturesOf, type ReleasePicture } from './pictures';
import { readTracks } from './read-tracks';

/** All but a few box sets. */
export const tracksAtOnce = 500;

/** Two rows on a wide screen. */
const editionsAtOnce = 12;

export interface ReadRelease {
  readonly release: Single<typeof releases>['data'];
  readonly album: Item<typeof albums> | undefined;
  readonly formats: readonly Item<typeof releaseFormats>[];
  readonly series: Item<typeof labelSeries> | undefined;
  /** Also of the album, if this is its only edition. */
  readonly related: readonly Related[];
  readonly entries: readonly { readonly kind: Entry['kind']; readonly production: Item<typeof productions> }[];
  readonly tracks: readonly Item<typeof releaseTracks>[];
  readonly page: number;
  readonly editions: List<typeof releases> | undefined;
  readonly links: List<typeof releaseExternalLinks>['data'];
  readonly own: Own | undefined;
  /** Of a provisional one. */
  readonly creator: Creator | undefined;
  /** Whether the viewer may change the cover. */
  readonly isEditable: boolean;
  /** Of the Cover Art Archive; undefined until they are asked for. */
  readonly pictures: readonly ReleasePicture[] | undefined;
  /** Whether they can be asked for. */
  readonly hasPictures: boolean;
  /** Page of its update from another site, for editors. */
  readonly update: string | undefined;
  /** Slugs by UUID, role names by slug. */
  readonly artists: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly organizations: ReadonlyMap<string, string>;
  readonly productions: ReadonlyMap<string, string>;
  readonly roles: ReadonlyMap<string, string>;
}

type Entry = Item<typeof productionEntries>['attributes'];

/** Reads the release, then related records in parallel, then names. */
export async function loadRelease(visit: RequestContext): Promise<ReadRelease> {
  const { api, user } = visit;
  const found = await recordOf(visit, releases, {
    include: 'entries.production,formats,labelSeries,album.relations,album.relatedFrom,relations.related,relatedFrom.release',
  });
  const { data: release } = found;
  const { _id: id, track_count: trackCount } = release.attributes;
  const page = Math.min(pageNumber(visit), Math.max(1, Math.ceil(trackCount / tracksAtOnce)));
  const entries = entriesOf(found);
  const [album] = includedOf(albums, found).values();
  const [tracks, editions, links, own, creator, isEditable, labels, organizations, ofAlbum] = await Promise.all([
    readPageOfTracks(api, id, trackCount, page),
    readEditions(api, { album, entries }, user !== undefined),
    api.list(releaseExternalLinks, {}, { releaseId: id }),
    user && readOwn(api, release.id),
    creatorOf(visit, release),
    mayEdit(visit),
    slugsOf(api, 'Label', release.attributes.labels),
    slugsOf(api, 'Organization', release.attributes.companies),
    readRelatedAlbums(visit, album),
  ]);
  const included = includedOf(releaseFormats, found);
  const names = await readNames(api, release.attributes, entries, tracks);
  return {
    release,
    album,
    formats: release.relationships.formats.data.flatMap(({ id }) => included.get(id) ?? []),
    series: [...includedOf(labelSeries, found).values()][0],
    related: [...relatedReleases(visit, found), ...ofAlbum],
    entries,
    tracks,
    page,
    editions,
    links: links.data,
    own,
    creator,
    isEditable,
    ...(await picturesOf(visit, id, links.data)),
    update: await updateLinkOf(visit),
    labels,
    organizations,
    ...names,
  };
}

const relatedReleases = ({ to }: RequestContext, found: Single<typeof releases>): Related[] =>
  relatedOf(
    found.data.id,
    includedOf(releaseRelations, found).values(),
    ({ relationships }) => relationships.release.data?.id,
    includedOf(releases, found),
    (release) => to.release(release),
  );

/** An album of one edition has no page of its own. */
async function readRelatedAlbums({ api, to }: RequestContext, album: ReadRelease['album']): Promise<Related[]> {
  if (album?.attributes.release_count !== 1) return [];
  const { relations, relatedFrom } = album.relationships;
  if ((relations.data ?? []).length + (relatedFrom.data ?? []).length === 0) return [];
  return relatedAlbums(await api.read<Single<typeof albums>>(album.id, { include: relatedAlbumsIncluded }), (one) => to.album(one));
}

function entriesOf(found: Single<typeof releases>): ReadRelease['entries'] {
  const included = includedOf(productionEntries, found);
  const withMusic = includedOf(productions, found);
  return found.data.relationships.entries.data.flatMap(({ id }) => {
    const entry = included.get(id);
    const production = withMusic.get(entry?.relationships.production.data?.id ?? '');
    return entry && production ? [{ kind: entry.attributes.kind, production }] : [];
  });
}

function readPageOfTracks(api: Api, release: string, all: number, page: number): Promise<Item<typeof releaseTracks>[]> {
  const from = (page - 1) * tracksAtOnce;
  return readTracks(api, release, { count: Math.min(all - from, tracksAtOnce), from });
}

/**
 * Other editions of the album, else releases of the same productions. Other releases of a compilation's sources are not editions
 * of it.
 */
async function readEditions(
  api: Api,
  { album, entries }: Pick<ReadRelease, 'album' | 'entries'>,
  hasHoldings: boolean,
): Promise<List<typeof releases> | undefined> {
  const production = entries.filter(({ kind }) => kind !== 'compilation').map(({ production }) => production.attributes._id);
  const isAlbum = album !== undefined && album.attributes.release_count > 1;
  if (!isAlbum && production.length === 0) return undefined;
  const among = isAlbum ? { album: album.attributes._id } : { production };
  const holdings = hasHoldings || undefined;
  return api.list(releases, { ...among, itemsPerPage: editionsAtOnce + 1, 'order[releaseDate]': 'asc', include: 'formats', holdings });
}

async function readNames(
  api: Api,
  { artists, credits }: Pick<Item<typeof releases>['attributes'], 'artists' | 'credits'>,
  entries: ReadRelease['entries'],
  tracks: ReadRelease['tracks'],
) {
  const all = tracks.flatMap(({ attributes: track }) => [track, ...track.sub_tracks]);
  const trackCredits = all.flatMap((track) => track.credits);
  const composers = entries.flatMap(({ production }) => production.attributes.composers);
  const people = [...artists, ...credits, ...composers, ...trackCredits, ...all.flatMap((track) => track.artists)];
  const ofSeveral = entries.length > 1 ? all.flatMap((track) => track.productions) : [];
  const known = new Map(entries.map(({ production }) => [production.attributes._id, production.attributes.slug ?? '']));
  const [slugs, roles, others] = await Promise.all([
    slugsOf(api, 'Artist', people),
    roleNames(
      api,
      [...credits, ...trackCredits].map(({ credit_role }) => credit_role),
    ),
    slugsOf(
      api,
      'Production',
      ofSeveral.filter(({ id }) => !known.has(id)),
    ),
  ]);
  return { artists: slugs, roles, productions: new Map([...known, ...others]) };
}

/** UUID. */
export const formatOf = ({ id }: { readonly id: string }): string => uuidOfIri(id.slice(0, id.lastIndexOf('/tracks/')));
