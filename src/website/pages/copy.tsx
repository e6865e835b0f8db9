import type { Page } from '../page';

export const show = (): Page => ({ title: 'copy', body: <h1>copy</h1> });
