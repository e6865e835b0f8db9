import type { Page } from '../page';

export const show = (): Page => ({ title: 'reference', body: <h1>reference</h1> });
