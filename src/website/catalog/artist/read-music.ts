import { productions } from '../../../catalog/productions';
import { releases } from '../../../catalog/releases';
import type { Item, List } from '../../api/client';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { sleevedAttributes } from '../../ui/pictures';
import { withAlbum } from '../browse/release-list';
import { releasesPage } from './lists';

const [productionsAtOnce, releasesAtOnce] = [60, 36];

/** More bars would make the page exceed 200 KB. */
const [worksAtOnce, mostWorks] = [100, 400];

const directorsAtOnce = 8;

export interface ArtistMusic {
  /** One page, by year. */
  readonly productions: List<typeof productions>;
  /** For the timeline; limited. */
  readonly works: readonly { readonly title: string; readonly slug: string | null; readonly year: number }[];
  readonly releases: List<typeof releases>;
}

export async function readArtistMusic(visit: RequestContext, artist: string): Promise<ArtistMusic> {
  const [byYear, ofArtist] = await Promise.all([readProductions(visit, artist), readReleases(visit, artist)]);
  return { productions: byYear, works: await readWorks(visit, artist, byYear), releases: ofArtist };
}

const readProductions = (visit: RequestContext, composer: string): Promise<List<typeof productions>> =>
  visit.api.list(productions, {
    composer,
    itemsPerPage: productionsAtOnce,
    page: pageNumber(visit),
    'order[year]': 'asc',
    facets: 'director',
    facetValues: directorsAtOnce,
    names: true,
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

/** Years of all productions, from the page if complete. */
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
