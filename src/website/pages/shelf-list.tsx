import type { Page } from '../page';

export const show = (): Page => ({ title: 'shelf-list', body: <h1>shelf-list</h1> });
