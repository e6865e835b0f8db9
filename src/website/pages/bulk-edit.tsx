import type { Page } from '../page';

export const show = (): Page => ({ title: 'bulk-edit', body: <h1>bulk-edit</h1> });
