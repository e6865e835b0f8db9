import type { Page } from '../page';

export const show = (): Page => ({ title: 'release', body: <h1>release</h1> });
