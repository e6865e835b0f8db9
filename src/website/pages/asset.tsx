import type { Page } from '../page';

export const show = (): Page => ({ title: 'asset', body: <h1>asset</h1> });
