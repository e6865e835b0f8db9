import type { Page } from '../page';

export const show = (): Page => ({ title: 'appearance', body: <h1>appearance</h1> });
