import type { Page } from '../page';

export const show = (): Page => ({ title: 'robots', body: <h1>robots</h1> });
