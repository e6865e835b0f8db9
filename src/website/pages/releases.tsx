import type { Page } from '../page';

export const show = (): Page => ({ title: 'releases', body: <h1>releases</h1> });
