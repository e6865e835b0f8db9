import type { Page } from '../page';

export const show = (): Page => ({ title: 'about-sleeves', body: <h1>about-sleeves</h1> });
