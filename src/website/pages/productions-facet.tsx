import type { Page } from '../page';

export const show = (): Page => ({ title: 'productions-facet', body: <h1>productions-facet</h1> });
