import type { Page } from '../page';

export const show = (): Page => ({ title: 'new-releases', body: <h1>new-releases</h1> });
