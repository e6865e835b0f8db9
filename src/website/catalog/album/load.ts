import { albums } from '../../../catalog/albums';
import { albumExternalLinks } from '../../../catalog/external-links';
import { productions } from '../../../catalog/productions';
import { releaseFormats } from '../../../catalog/release-formats';
import { releases } from '../../../catalog/releases';
import { type Api, type List, readAttributesPage, uuidOfIri } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { MovedPage, pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { withCompleteness } from '../../library/completeness/figure';
import { type Copy, collectionPath } from '../../library/items/items';
import { sleevedAttributes } from '../../ui/pictures';
import { framedFields } from '../browse/lists';
import { ownedIn, wantedIn } from '../browse/release-list';
import { relatedAlbums, relatedAlbumsIncluded } from '../relations';
import { type Comparison, mostCompared, readComparison, readCues } from './comparison';
import { imprintOf, type NamedEdition } from './edition-names';
import { matchedTracks } from './matching';

/** Enough for nearly every album, and within 200 KB. */
const editionsAtOnce = 50;

export type ReadAlbum = Awaited<ReturnType<typeof readAlbum>>;

export const editionFields = `${sleevedAttributes},release_date,country,barcode,track_count,duration_seconds,untimed_track_count,formats,edition_size`;

/**
 * Reads the album, its editions and their contents.
 * @throws {MovedPage} from an album with one edition to its release
 */
export async function readAlbum(context: RequestContext) {
  const { api, to, user } = context;
  const found = await recordOf(context, albums, {
    include: `productions,firstRelease,externalLinks,${relatedAlbumsIncluded}`,
    names: true,
    'fields[Production]': framedFields,
    'fields[Release]': 'slug',
    ...withCompleteness(context),
  });
  const { data: album } = found;
  const [only] = includedOf(releases, found).values();
  if (album.attributes.release_count === 1 && only) throw new MovedPage(to.release(only.attributes));
  const list = await readEditions(context, album.id);
  const editions = namedEditions(list);
  const [comparison, holdings] = await Promise.all([readComparison(context, editions), user && readHoldings(api, list)]);
  const withMusic = includedOf(productions, found);
  return {
    album,
    productions: album.relationships.productions.data.flatMap(({ id }) => withMusic.get(id)?.attributes ?? []),
    editions,
    meta: list.meta,
    comparison,
    /** Which edition has most music, if that is known. */
    advice: await readAdvice(context, editions, list.meta.totalItems, comparison),
    holdings,
    links: [...includedOf(albumExternalLinks, found).values()],
    related: relatedAlbums(found, (one) => to.album(one)),
    completeness: found.meta,
  };
}

const readEditions = (context: RequestContext, album: string): Promise<List<typeof releases>> =>
  context.api.list(releases, {
    album: uuidOfIri(album),
    page: pageNumber(context),
    itemsPerPage: editionsAtOnce,
    'order[releaseDate]': 'asc',
    include: 'formats',
    holdings: context.user ? true : undefined,
    'fields[Release]': editionFields,
  });

/** Oldest first, undated last. */
export function namedEditions(list: List<typeof releases>): readonly NamedEdition[] {
  const formats = includedOf(releaseFormats, list);
  const editions = list.data.map(({ attributes, relationships }) => ({
    release: attributes,
    formats: (relationships.formats.data ?? []).flatMap(({ id }) => formats.get(id)?.attributes ?? []),
  }));
  return editions.toSorted((one, other) => Number(one.release.year === null) - Number(other.release.year === null));
}

export type EditionHoldings = Awaited<ReturnType<typeof readHoldings>>;

/** Few people have more of one album. */
const copiesAtOnce = 100;

/** The first owned copy by the UUID of its release, and the UUIDs of releases that are owned or wanted. */
export async function readHoldings(api: Api, list: List<typeof releases>) {
  const own = ownedIn(list);
  const query = { release: [...own].slice(0, copiesAtOnce), itemsPerPage: copiesAtOnce };
  const copies = own.size === 0 ? [] : (await readAttributesPage<Copy>(api, collectionPath, query)).items;
  const first = new Map(copies.toReversed().map((copy) => [uuidOfIri(copy.release.id), copy]));
  return { copies: first, owned: own, wanted: wantedIn(list) };
}

/** Each edition is read whole. Albums with more are compared two by two. */
const mostEditions = 5;

/**
 * Which edition has most music, in one sentence.
 * @param editions of this page
 * @param total of the album
 * @returns undefined unless the contents of all editions are known, and one has more than any other
 */
async function readAdvice(
  context: RequestContext,
  editions: readonly NamedEdition[],
  total: number,
  comparison: Comparison | undefined,
): Promise<string | undefined> {
  const isKnown = editions.length === total && editions.every(({ release: { track_count: count } }) => count > 0 && count <= mostCompared);
  const [most, second, ...rest] = editions.toSorted((a, b) => b.release.track_count - a.release.track_count);
  if (!isKnown || !most || !second || total > mostEditions || most.release.track_count === second.release.track_count) return undefined;
  const cuesOf = (edition: NamedEdition) =>
    [comparison?.one, comparison?.other].find((compared) => compared?.edition === edition)?.cues ?? readCues(context, edition);
  const [own, ...others] = await Promise.all([most, second, ...rest].map(cuesOf));
  if (!own) return undefined;
  const pairs = others.map((cues) => matchedTracks(own, cues));
  const hasAll = pairs.every(({ size }, index) => size === others[index]?.length);
  const shared = new Set(pairs.flatMap((matched) => [...matched.keys()]));
  const { t, format } = context;
  const words = t.albums.advice;
  const parts = [
    hasAll
      ? words.all({ edition: imprintOf(most), count: format.counted(own.length - shared.size) })
      : words.most({ edition: imprintOf(most), count: format.counted(own.length) }),
    most.release.edition_size !== null && words.copies({ count: format.counted(most.release.edition_size) }),
    isLatest(most, editions) && words.latest,
  ];
  return `${parts.filter(Boolean).join(format.semicolon)}.`;
}

const isLatest = ({ release }: NamedEdition, editions: readonly NamedEdition[]): boolean =>
  editions.every((other) => other.release === release || (other.release.year ?? Number.POSITIVE_INFINITY) < (release.year ?? 0));
