import type { Page } from '../page';

export const show = (): Page => ({ title: 'productions', body: <h1>productions</h1> });
