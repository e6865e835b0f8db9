import type { Page } from '../page';

export const show = (): Page => ({ title: 'administration', body: <h1>administration</h1> });
