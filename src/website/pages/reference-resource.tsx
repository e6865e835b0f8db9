import type { Page } from '../page';

export const show = (): Page => ({ title: 'reference-resource', body: <h1>reference-resource</h1> });
