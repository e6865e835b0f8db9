import type { Page } from '../page';

export const show = (): Page => ({ title: 'artist', body: <h1>artist</h1> });
