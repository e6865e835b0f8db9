import type { Page } from '../page';

export const show = (): Page => ({ title: 'statistics', body: <h1>statistics</h1> });
