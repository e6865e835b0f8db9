import type { Page } from '../page';

export const show = (): Page => ({ title: 'role', body: <h1>role</h1> });
