import { artists } from '../../../catalog/artists';
import { productionExternalLinks } from '../../../catalog/external-links';
import { portrayals } from '../../../catalog/portrayals';
import { productionEntries } from '../../../catalog/production-entries';
import { productionRecordings } from '../../../catalog/production-recordings';
import { productions } from '../../../catalog/productions';
import { productionAwards } from '../../../catalog/productions/production-awards';
import { releases } from '../../../catalog/releases';
import type { Item, List, Single } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { type Creator, creatorOf } from '../../editing/locked-field';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { framedFields } from '../browse/lists';
import { withAlbum } from '../browse/release-list';

/** The first two are paginated. */
const [releasesAtOnce, recordingsAtOnce, portrayalsAtOnce, episodesAtOnce] = [36, 60, 100, 24];

/** Besides that of releases. */
export const recordingsPage = 'recordings';

type Artist = Item<typeof artists>;

export interface ReadProduction {
  readonly production: Single<typeof productions>['data'];
  /** Of a provisional one. */
  readonly creator: Creator | undefined;
  readonly releases: List<typeof releases>;
  /** By IRI of the release. */
  readonly kinds: ReadonlyMap<string, Item<typeof productionEntries>['attributes']['kind']>;
  readonly recordings: List<typeof productionRecordings>;
  /** Other productions of this composer and director. */
  readonly together: Together | undefined;
  readonly portrayals: readonly Portrayal[];
  readonly links: readonly Item<typeof productionExternalLinks>[];
  /** Of an episode or season. */
  readonly series: Item<typeof productions>['attributes'] | undefined;
  readonly episodes: List<typeof productions>;
  readonly awards: List<typeof productionAwards>;
}

/** A composer and director with several common productions. */
export interface Together {
  readonly composer: Credited;
  readonly director: Credited;
  readonly count: number;
}

type Credited = Item<typeof productions>['attributes']['credits'][number];

export interface Portrayal {
  readonly id: string;
  readonly aspects: Item<typeof portrayals>['attributes']['aspects'];
  readonly performer: Artist | undefined;
  readonly character: Artist | undefined;
}

/** Reads the production, then related records in parallel. */
export async function readProduction(visit: RequestContext): Promise<ReadProduction> {
  const { api, user } = visit;
  const found = await recordOf(visit, productions, { include: 'series,externalLinks', names: true });
  const { data: production } = found;
  const ids = { productionId: production.attributes._id };
  const holdings = user ? true : undefined;
  const [creator, withMusic, entries, recordings, portrayed, together, episodes, awards] = await Promise.all([
    creatorOf(visit, production),
    api.list(releases, {
      production: production.id,
      itemsPerPage: releasesAtOnce,
      page: pageNumber(visit),
      'order[releaseDate]': 'asc',
      holdings,
      ...withAlbum,
    }),
    api.list(productionEntries, { itemsPerPage: 100 }, ids),
    api.list(productionRecordings, { names: true, itemsPerPage: recordingsAtOnce, page: pageNumber(visit, recordingsPage) }, ids),
    api.list(portrayals, { production: production.id, include: 'performer,fictionalArtist', itemsPerPage: portrayalsAtOnce }),
    readTogether(visit, production.attributes),
    api.list(productions, { series: production.id, sort: 'year', itemsPerPage: episodesAtOnce, 'fields[Production]': framedFields }),
    api.list(productionAwards, { names: true, itemsPerPage: 100 }, ids),
  ]);
  return {
    production,
    creator,
    releases: withMusic,
    kinds: new Map(entries.data.map(({ attributes, relationships }) => [relationships.release.data?.id ?? '', attributes.kind])),
    recordings,
    together,
    portrayals: portrayalsOf(portrayed),
    links: [...includedOf(productionExternalLinks, found).values()],
    series: [...includedOf(productions, found).values()][0]?.attributes,
    episodes,
    awards,
  };
}

/** Uses the first composer and director. */
async function readTogether(
  { api }: RequestContext,
  { composers, credits }: Item<typeof productions>['attributes'],
): Promise<Together | undefined> {
  const [composer] = composers;
  const director = credits.find(({ credit_role: role }) => role === 'director');
  if (!composer || !director) return undefined;
  const query = { composer: composer.id, director: director.id, itemsPerPage: 1, 'fields[Production]': '_id' };
  const { totalItems: count } = (await api.list(productions, query)).meta;
  return count > 1 ? { composer, director, count } : undefined;
}

function portrayalsOf(list: List<typeof portrayals>): Portrayal[] {
  const people = includedOf(artists, list);
  return list.data.map(({ id, attributes, relationships }) => ({
    id,
    aspects: attributes.aspects,
    performer: people.get(relationships.performer.data?.id ?? ''),
    character: people.get(relationships.fictionalArtist.data?.id ?? ''),
  }));
}
