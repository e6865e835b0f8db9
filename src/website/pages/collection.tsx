import type { Page } from '../page';

export const show = (): Page => ({ title: 'collection', body: <h1>collection</h1> });
