import type { Page } from '../page';

export const show = (): Page => ({ title: 'reference-operation', body: <h1>reference-operation</h1> });
