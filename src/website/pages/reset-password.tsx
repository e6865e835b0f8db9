import type { Page } from '../page';

export const show = (): Page => ({ title: 'reset-password', body: <h1>reset-password</h1> });
