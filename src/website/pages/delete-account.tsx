import type { Page } from '../page';

export const show = (): Page => ({ title: 'delete-account', body: <h1>delete-account</h1> });
