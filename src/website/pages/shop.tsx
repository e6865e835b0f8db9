import type { Page } from '../page';

export const show = (): Page => ({ title: 'shop', body: <h1>shop</h1> });
