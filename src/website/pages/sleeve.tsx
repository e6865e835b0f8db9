import type { Page } from '../page';

export const show = (): Page => ({ title: 'sleeve', body: <h1>sleeve</h1> });
