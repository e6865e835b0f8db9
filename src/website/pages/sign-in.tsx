import type { Page } from '../page';

export const show = (): Page => ({ title: 'sign-in', body: <h1>sign-in</h1> });
