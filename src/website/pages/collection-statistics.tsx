import type { Page } from '../page';

export const show = (): Page => ({ title: 'collection-statistics', body: <h1>collection-statistics</h1> });
