import type { Page } from '../page';

export const show = (): Page => ({ title: 'service-worker', body: <h1>service-worker</h1> });
