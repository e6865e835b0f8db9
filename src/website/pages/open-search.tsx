import type { Page } from '../page';

export const show = (): Page => ({ title: 'open-search', body: <h1>open-search</h1> });
