import type { Page } from '../page';

export const show = (): Page => ({ title: 'wishlist', body: <h1>wishlist</h1> });
