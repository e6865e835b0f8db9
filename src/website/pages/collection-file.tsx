import type { Page } from '../page';

export const show = (): Page => ({ title: 'collection-file', body: <h1>collection-file</h1> });
