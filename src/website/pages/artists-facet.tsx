import type { Page } from '../page';

export const show = (): Page => ({ title: 'artists-facet', body: <h1>artists-facet</h1> });
