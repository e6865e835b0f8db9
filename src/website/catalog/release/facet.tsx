import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { facetPage } from '../browse/facet-page';
import { releaseList } from '../browse/lists';

export const get = (visit: Visit, { facet }: { readonly facet: string }): Promise<Page> => facetPage(visit, releaseList, facet);
