import type { Page } from '../page';

export const show = (): Page => ({ title: 'suggestions', body: <h1>suggestions</h1> });
