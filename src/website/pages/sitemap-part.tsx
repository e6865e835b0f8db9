import type { Page } from '../page';

export const show = (): Page => ({ title: 'sitemap-part', body: <h1>sitemap-part</h1> });
