import type { Page } from '../page';

export const show = (): Page => ({ title: 'labels', body: <h1>labels</h1> });
