import type { Page } from '../page';

export const show = (): Page => ({ title: 'setting', body: <h1>setting</h1> });
