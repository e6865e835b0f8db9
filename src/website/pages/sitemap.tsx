import type { Page } from '../page';

export const show = (): Page => ({ title: 'sitemap', body: <h1>sitemap</h1> });
