import type { Page } from '../page';

export const show = (): Page => ({ title: 'organization', body: <h1>organization</h1> });
