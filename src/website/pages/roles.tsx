import type { Page } from '../page';

export const show = (): Page => ({ title: 'roles', body: <h1>roles</h1> });
