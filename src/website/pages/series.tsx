import type { Page } from '../page';

export const show = (): Page => ({ title: 'series', body: <h1>series</h1> });
