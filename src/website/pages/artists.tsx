import type { Page } from '../page';

export const show = (): Page => ({ title: 'artists', body: <h1>artists</h1> });
