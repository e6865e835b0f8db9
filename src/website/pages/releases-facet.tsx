import type { Page } from '../page';

export const show = (): Page => ({ title: 'releases-facet', body: <h1>releases-facet</h1> });
