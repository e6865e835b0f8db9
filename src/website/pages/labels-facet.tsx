import type { Page } from '../page';

export const show = (): Page => ({ title: 'labels-facet', body: <h1>labels-facet</h1> });
