import { facetPage } from '../browse/facet-page';
import { releaseList } from '../browse/lists';
import type { Page } from '../page';
import type { Visit } from '../visit';

export const show = (visit: Visit, { facet }: { readonly facet: string }): Promise<Page> => facetPage(visit, releaseList, facet);
