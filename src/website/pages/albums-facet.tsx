import { facetPage } from '../browse/facet-page';
import { albumList } from '../browse/lists';
import type { Page } from '../page';
import type { Visit } from '../visit';

export const show = (visit: Visit, { facet }: { readonly facet: string }): Promise<Page> => facetPage(visit, albumList, facet);
