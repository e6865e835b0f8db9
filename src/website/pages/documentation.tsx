import type { Page } from '../page';

export const show = (): Page => ({ title: 'documentation', body: <h1>documentation</h1> });
