import type { Page } from '../page';

export const show = (): Page => ({ title: 'register', body: <h1>register</h1> });
