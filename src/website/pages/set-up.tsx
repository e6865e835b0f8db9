import type { Page } from '../page';

export const show = (): Page => ({ title: 'set-up', body: <h1>set-up</h1> });
