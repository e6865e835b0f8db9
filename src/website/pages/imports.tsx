import type { Page } from '../page';

export const show = (): Page => ({ title: 'imports', body: <h1>imports</h1> });
