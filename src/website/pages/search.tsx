import type { Page } from '../page';

export const show = (): Page => ({ title: 'search', body: <h1>search</h1> });
