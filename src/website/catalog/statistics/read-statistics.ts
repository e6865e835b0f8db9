import type { CatalogStatisticsAttributes } from '../../../search/statistics';
import { readAttributesAt } from '../../api/client';
import type { RequestContext } from '../../http/request-context';

export type CatalogNumbers = CatalogStatisticsAttributes;

export type CatalogStatistics = Awaited<ReturnType<typeof readCatalogStatistics>>;

/** Vocabularies exist from the start. */
const shownTypes = ['Artist', 'Production', 'Release', 'Label'];

export async function readCatalogStatistics({ api }: RequestContext) {
  const attributes = await readAttributesAt<CatalogNumbers>(api, '/api/statistics');
  const totals = new Map(attributes.totals.map(({ resource_type: type, records }) => [type, records]));
  const total = (type: string) => totals.get(type) ?? 0;
  return { attributes, total, isEmpty: shownTypes.every((type) => total(type) === 0) };
}
