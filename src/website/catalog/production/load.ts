import { productionExternalLinks } from '../../../catalog/external-links';
import { portrayals } from '../../../catalog/portrayals';
import { productionEntries } from '../../../catalog/production-entries';
import { productionRecordings } from '../../../catalog/production-recordings';
import { productions } from '../../../catalog/productions';
import { productionAwards } from '../../../catalog/productions/production-awards';
import { releases } from '../../../catalog/releases';
import type { Item } from '../../api/client';
import { includedOf } from '../../api/linked-records';
import { recordOf } from '../../api/record';
import { creatorOf } from '../../editing/locked-field';
import { pageNumber } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { portrayalsIn } from '../artist/portrayals';
import { framedFields } from '../browse/lists';
import { withAlbum } from '../browse/release-list';
import { readProductionEditions } from './editions';
import { type ProductionGroup, readRelated } from './related';

/** The first two are paginated. */
const [releasesAtOnce, recordingsAtOnce, portrayalsAtOnce, episodesAtOnce] = [36, 60, 100, 24];

/** Besides that of releases. */
export const recordingsPage = 'recordings';

export type ReadProduction = Awaited<ReturnType<typeof readProduction>>;

/** Reads the production, then related records in parallel. */
export async function readProduction(context: RequestContext) {
  const { api, user } = context;
  const found = await recordOf(context, productions, { include: 'series,externalLinks', names: true });
  const { data: production } = found;
  const ids = { productionId: production.attributes._id };
  const holdings = user ? true : undefined;
  const [creator, withMusic, entries, recordings, portrayed, related, episodes, awards] = await Promise.all([
    creatorOf(context, production),
    api.list(releases, {
      production: production.id,
      itemsPerPage: releasesAtOnce,
      page: pageNumber(context),
      'order[releaseDate]': 'asc',
      holdings,
      ...withAlbum,
      include: 'album,formats',
    }),
    api.list(productionEntries, { itemsPerPage: 100 }, ids),
    api.list(productionRecordings, { names: true, itemsPerPage: recordingsAtOnce, page: pageNumber(context, recordingsPage) }, ids),
    api.list(portrayals, { production: production.id, include: 'performer,fictionalArtist', itemsPerPage: portrayalsAtOnce }),
    readRelated(context, production.attributes),
    api.list(productions, { series: production.id, sort: 'year', itemsPerPage: episodesAtOnce, 'fields[Production]': framedFields }),
    api.list(productionAwards, { names: true, itemsPerPage: 100 }, ids),
  ]);
  /** By IRI of the release. */
  const kinds = new Map(entries.data.map(({ attributes, relationships }) => [relationships.release.data?.id ?? '', attributes.kind]));
  return {
    production,
    creator,
    releases: withMusic,
    kinds,
    /** Of the releases on this page. */
    editions: await readProductionEditions(context, withMusic, kinds),
    recordings,
    together: togetherIn(production.attributes, related),
    related,
    portrayals: portrayalsIn(portrayed),
    links: [...includedOf(productionExternalLinks, found).values()],
    /** Of an episode or season. */
    series: [...includedOf(productions, found).values()][0]?.attributes,
    episodes,
    awards,
  };
}

/** The first composer and director, if they have several common productions. */
function togetherIn({ composers: [composer] }: Item<typeof productions>['attributes'], related: readonly ProductionGroup[]) {
  const { of: director, list } = related.find(({ by }) => by === 'director') ?? {};
  const count = (list?.data ?? []).filter(({ attributes }) => attributes.composers.some(({ id }) => id === composer?.id)).length;
  return composer && director && count > 1 ? { composer, director, count } : undefined;
}
