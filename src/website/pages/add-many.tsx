import type { Page } from '../page';

export const show = (): Page => ({ title: 'add-many', body: <h1>add-many</h1> });
