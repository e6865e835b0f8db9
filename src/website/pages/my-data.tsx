import type { Page } from '../page';

export const show = (): Page => ({ title: 'my-data', body: <h1>my-data</h1> });
