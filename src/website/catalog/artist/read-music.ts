import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Item, List } from '../../api/client';
import { artistSlugs } from '../../api/linked-records';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { sleevedAttributes } from '../../ui/pictures';
import { withAlbum } from '../browse/release-list';
import { releasesPage } from './lists';

const [productionsAtOnce, releasesAtOnce] = [60, 36];

/** The most that one read takes, and as many bars as a page has room for: with more of them it would pass 200 KB. */
const [worksAtOnce, mostWorks] = [100, 400];

/** Those for whom a composer works again and again are few. */
const directorsAtOnce = 8;

/** What an artist has written, and what came out under their name. */
export interface ArtistMusic {
  /** A page of them, by year. */
  readonly productions: List<typeof productions>;
  /** Those of all pages, for the life line: the first of very many. */
  readonly works: readonly { readonly title: string; readonly slug: string | null; readonly year: number }[];
  /** Of other composers of the productions, by UUID. */
  readonly slugs: ReadonlyMap<string, string>;
  readonly releases: List<typeof releases>;
}

export async function readMusic(visit: RequestContext, artist: { readonly id: string; readonly uuid: string }): Promise<ArtistMusic> {
  const [byYear, ofArtist] = await Promise.all([readProductions(visit, artist.id), readReleases(visit, artist.id)]);
  const others = byYear.data.flatMap(({ attributes }) => attributes.composers).filter(({ id }) => id !== artist.uuid);
  const [works, slugs] = await Promise.all([
    readWorks(visit, artist.id, byYear),
    artistSlugs(
      visit.api,
      others.map(({ id }) => id),
    ),
  ]);
  return { productions: byYear, works, slugs, releases: ofArtist };
}

const readProductions = (visit: RequestContext, composer: string): Promise<List<typeof productions>> =>
  visit.api.list(productions, {
    composer,
    itemsPerPage: productionsAtOnce,
    page: pageNumber(visit),
    'order[year]': 'asc',
    facets: 'director',
    facetValues: directorsAtOnce,
    'fields[Production]': '_id,title,slug,_type,year,akas,composers,release_count,recording_count',
  });

const readReleases = (visit: RequestContext, artist: string): Promise<List<typeof releases>> =>
  visit.api.list(releases, {
    artist,
    itemsPerPage: releasesAtOnce,
    page: pageNumber(visit, releasesPage),
    'order[releaseDate]': 'asc',
    holdings: visit.user ? true : undefined,
    include: withAlbum.include,
    'fields[Album]': withAlbum['fields[Album]'],
    'fields[Release]': `${sleevedAttributes},album`,
  });

/** All productions by their years alone: those of a page where they are all, else as many reads as it takes. */
async function readWorks(
  { api }: RequestContext,
  composer: string,
  { data, meta }: ArtistMusic['productions'],
): Promise<ArtistMusic['works']> {
  const attributesOf = (all: readonly Item<typeof productions>[]) => all.map(({ attributes }) => attributes);
  if (meta.totalItems === data.length) return attributesOf(data);
  const reads = Math.ceil(Math.min(meta.totalItems, mostWorks) / worksAtOnce);
  const found = await Promise.all(
    Array.from({ length: reads }, (_, index) =>
      api.list(productions, {
        composer,
        itemsPerPage: worksAtOnce,
        page: index + 1,
        'order[year]': 'asc',
        'fields[Production]': 'title,slug,year',
      }),
    ),
  );
  return found.flatMap(({ data }) => attributesOf(data));
}
