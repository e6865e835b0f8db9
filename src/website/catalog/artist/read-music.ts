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

export async function readArtistMusic(context: RequestContext, artist: string) {
  const [byYear, ofArtist] = await Promise.all([readProductions(context, artist), readReleases(context, artist)]);
  return { productions: byYear, works: await readWorks(context, artist, byYear), releases: ofArtist };
}

/** One page, by year. */
const readProductions = (context: RequestContext, composer: string): Promise<List<typeof productions>> =>
  context.api.list(productions, {
    composer,
    itemsPerPage: productionsAtOnce,
    page: pageNumber(context),
    'order[year]': 'asc',
    facets: 'director',
    facetValues: directorsAtOnce,
    names: true,
    'fields[Production]': '_id,title,slug,_type,year,akas,composers,release_count,recording_count',
  });

const readReleases = (context: RequestContext, artist: string): Promise<List<typeof releases>> =>
  context.api.list(releases, {
    artist,
    itemsPerPage: releasesAtOnce,
    page: pageNumber(context, releasesPage),
    'order[releaseDate]': 'asc',
    holdings: context.user ? true : undefined,
    include: withAlbum.include,
    'fields[Album]': withAlbum['fields[Album]'],
    'fields[Release]': `${sleevedAttributes},album`,
  });

/** Years of all productions for the timeline, from the page if complete. */
async function readWorks({ api }: RequestContext, composer: string, { data, meta }: List<typeof productions>) {
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
