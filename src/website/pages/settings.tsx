import type { Page } from '../page';

export const show = (): Page => ({ title: 'settings', body: <h1>settings</h1> });
