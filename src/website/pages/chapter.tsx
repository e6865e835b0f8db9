import type { Page } from '../page';

export const show = (): Page => ({ title: 'chapter', body: <h1>chapter</h1> });
