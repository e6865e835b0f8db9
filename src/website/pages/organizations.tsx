import type { Page } from '../page';

export const show = (): Page => ({ title: 'organizations', body: <h1>organizations</h1> });
