import type { Page } from '../page';

export const show = (): Page => ({ title: 'wishlist-file', body: <h1>wishlist-file</h1> });
