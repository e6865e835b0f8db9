import type { Page } from '../page';

export const show = (): Page => ({ title: 'sign-out', body: <h1>sign-out</h1> });
