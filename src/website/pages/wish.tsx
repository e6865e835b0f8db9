import type { Page } from '../page';

export const show = (): Page => ({ title: 'wish', body: <h1>wish</h1> });
