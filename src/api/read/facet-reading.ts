import { badParameter } from '../../errors';
import { integer, onlyValue, text } from '../schema/parameters';
import type { Asker, Resource } from '../schema/resource';
import type { Query } from './query';

/** As many as fit beside a list; the rest are behind a link. */
export const defaultFacetValues = 12;

/** Enough for the page of a single facet; longer lists are narrowed by typing. */
const maximumFacetValues = 1_000;

export const facetValuesKind = integer(1, maximumFacetValues, defaultFacetValues);
export const facetQueryKind = text(200, 'records');

export interface FacetReading {
  /** Filters to count. */
  readonly names: readonly string[];
  readonly most: number;
  /** Text that value names must contain; for a single facet. */
  readonly query: string;
  /** The viewer, if a filter concerns personal lists. */
  readonly asker: Asker | undefined;
}

/** Facet parameters of a request, if any. */
export function readFacets(resource: Resource, query: Query, askerFor: (scopes: readonly string[]) => Asker): FacetReading | undefined {
  if (resource.facets.length === 0) return undefined;
  const most = query.one('facetValues', facetValuesKind) ?? defaultFacetValues;
  const typed = query.one('facetQuery', facetQueryKind) ?? '';
  const given = query.take('facets');
  if (!given) return undefined;
  const names = [...new Set(onlyValue(given).split(','))].filter((name) => name !== '');
  if (names.length === 0 || names.some((name) => !resource.facets.includes(name)))
    throw badParameter('facets', 'unknown_facet', { kinds: resource.nouns, possible: resource.facets.join(', ') });
  if (typed !== '' && names.length > 1) throw badParameter('facetQuery', 'several_facets');
  const scopes = [...new Set(names.flatMap((name) => resource.filters[name]?.scopes?.() ?? []))];
  return { names, most, query: typed, asker: scopes.length > 0 ? askerFor(scopes) : undefined };
}
