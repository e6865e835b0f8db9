import type { Page } from '../page';

export const show = (): Page => ({ title: 'production', body: <h1>production</h1> });
