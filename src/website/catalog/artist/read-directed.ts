import { productions } from '../../../catalog/productions';
import type { FacetValue, List } from '../../api/client';
import { artistSlugs } from '../../api/slugs';
import { askedPage } from '../../http/page-number';
import type { Visit } from '../../http/request-context';
import { framedFields } from '../browse/lists';
import { directedPage } from './lists';

/** What an artist directed, with whose music. */
export interface Directed {
  /** A page of them, by year. */
  readonly productions: List<typeof productions>;
  /** Whose music it is, the most frequent first. */
  readonly composers: readonly FacetValue[];
  /** Of the composers, by UUID. */
  readonly slugs: ReadonlyMap<string, string>;
}

const directedAtOnce = 40;

/** Those whom a director works with again and again are few. */
const composersAtOnce = 8;

export async function readDirected(visit: Visit, director: string): Promise<Directed> {
  const found = await visit.api.list(productions, {
    director,
    itemsPerPage: directedAtOnce,
    page: askedPage(visit, directedPage),
    'order[year]': 'asc',
    facets: 'composer',
    facetValues: composersAtOnce,
    'fields[Production]': framedFields,
  });
  const slugs = await artistSlugs(
    visit.api,
    found.data.flatMap(({ attributes }) => attributes.composers.map(({ id }) => id)),
  );
  return { productions: found, composers: found.meta.facets?.composer ?? [], slugs };
}
