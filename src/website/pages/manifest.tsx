import type { Page } from '../page';

export const show = (): Page => ({ title: 'manifest', body: <h1>manifest</h1> });
