import type { Page } from '../page';

export const show = (): Page => ({ title: 'administration-form', body: <h1>administration-form</h1> });
