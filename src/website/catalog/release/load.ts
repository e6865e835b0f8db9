import { albums } from '../../../catalog/albums';
import { releaseExternalLinks } from '../../../catalog/external-links';
import { labelSeries } from '../../../catalog/labels';
import { productionEntries } from '../../../catalog/production-entries';
import { productions } from '../../../catalog/productions';
import { releaseRelations } from '../../../catalog/relations';
import { releaseFormats } from '../../../catalog/release-formats';
import { releases } from '../../../catalog/releases';
import { releaseTracks } from '../../../catalog/tracks/release-tracks';
import { type Api, type Item, type List, type Single, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { mayEdit } from '../../api/server-meta';
import { updateLinkOf } from '../../editing/editor-links';
import { creatorOf } from '../../editing/locked-field';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { readOwn } from '../../library/own-items';
import { type Related, relatedAlbums, relatedAlbumsIncluded, relatedOf } from '../relations';
import { picturesOf } from './pictures';
import { readTracks } from './read-tracks';

/** All but a few box sets. */
export const tracksAtOnce = 500;

/** Two rows on a wide screen. */
const editionsAtOnce = 12;

export type ReadRelease = Awaited<ReturnType<typeof loadRelease>>;

/** Reads the release, then related records in parallel. */
export async function loadRelease(context: RequestContext) {
  const { api, user } = context;
  const found = await recordOf(context, releases, {
    include:
      'entries.production,formats.tracks,labelSeries,album.relations,album.relatedFrom,relations.related,relatedFrom.release,externalLinks',
    names: true,
    holdings: user ? true : undefined,
  });
  const { data: release } = found;
  const { _id: id, track_count: trackCount } = release.attributes;
  const page = Math.min(pageNumber(context), Math.max(1, Math.ceil(trackCount / tracksAtOnce)));
  const entries = entriesOf(found);
  const [album] = includedOf(albums, found).values();
  const [tracks, editions, own, creator, ofAlbum] = await Promise.all([
    readPageOfTracks(api, found, page),
    readEditions(api, { album, entries }, user !== undefined),
    user && readOwn(api, release.id, found.meta),
    creatorOf(context, release),
    readRelatedAlbums(context, album),
  ]);
  const links = [...includedOf(releaseExternalLinks, found).values()];
  return {
    release,
    album,
    formats: formatsOf(found),
    series: [...includedOf(labelSeries, found).values()][0],
    /** Also of the album, if this is its only edition. */
    related: [...relatedReleases(context, found), ...ofAlbum],
    entries,
    tracks,
    page,
    editions,
    links,
    own,
    creator,
    /** Whether the viewer may change the cover. */
    isEditable: mayEdit(context),
    ...(await picturesOf(context, id, links)),
    /** Page of its update from another site, for editors. */
    update: updateLinkOf(context),
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
async function readRelatedAlbums({ api, to }: RequestContext, album: Item<typeof albums> | undefined): Promise<Related[]> {
  if (album?.attributes.release_count !== 1) return [];
  const { relations, relatedFrom } = album.relationships;
  if ((relations.data ?? []).length + (relatedFrom.data ?? []).length === 0) return [];
  return relatedAlbums(await api.read<Single<typeof albums>>(album.id, { include: relatedAlbumsIncluded }), (one) => to.album(one));
}

function entriesOf(found: Single<typeof releases>) {
  const included = includedOf(productionEntries, found);
  const withMusic = includedOf(productions, found);
  return found.data.relationships.entries.data.flatMap(({ id }) => {
    const entry = included.get(id);
    const production = withMusic.get(entry?.relationships.production.data?.id ?? '');
    return entry && production ? [{ kind: entry.attributes.kind, production }] : [];
  });
}

function formatsOf(found: Single<typeof releases>): Item<typeof releaseFormats>[] {
  const formats = includedOf(releaseFormats, found);
  return found.data.relationships.formats.data.flatMap(({ id }) => formats.get(id) ?? []);
}

async function readPageOfTracks(api: Api, found: Single<typeof releases>, page: number): Promise<Item<typeof releaseTracks>[]> {
  const from = (page - 1) * tracksAtOnce;
  const { _id: id, track_count: all } = found.data.attributes;
  const tracks = includedOf(releaseTracks, found);
  // There are too many to be included.
  if (tracks.size === 0) return readTracks(api, id, { count: Math.min(all - from, tracksAtOnce), from });
  const inOrder = formatsOf(found).flatMap(({ relationships }) =>
    (relationships.tracks.data ?? []).flatMap(({ id }) => tracks.get(id) ?? []),
  );
  return inOrder.slice(from, from + tracksAtOnce);
}

/**
 * Other editions of the album, else releases of the same productions. Other releases of a compilation's sources are not editions
 * of it.
 */
async function readEditions(
  api: Api,
  { album, entries }: { readonly album: Item<typeof albums> | undefined; readonly entries: ReturnType<typeof entriesOf> },
  hasHoldings: boolean,
): Promise<List<typeof releases> | undefined> {
  const production = entries.filter(({ kind }) => kind !== 'compilation').map(({ production }) => production.attributes._id);
  const isAlbum = album !== undefined && album.attributes.release_count > 1;
  if (!isAlbum && production.length === 0) return undefined;
  const among = isAlbum ? { album: album.attributes._id } : { production };
  const holdings = hasHoldings || undefined;
  return api.list(releases, { ...among, itemsPerPage: editionsAtOnce + 1, 'order[releaseDate]': 'asc', include: 'formats', holdings });
}

/** UUID. */
export const formatOf = ({ id }: { readonly id: string }): string => uuidOfIri(id.slice(0, id.lastIndexOf('/tracks/')));
