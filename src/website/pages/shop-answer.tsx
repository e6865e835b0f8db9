import type { Page } from '../page';

export const show = (): Page => ({ title: 'shop-answer', body: <h1>shop-answer</h1> });
