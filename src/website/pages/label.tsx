import type { Page } from '../page';

export const show = (): Page => ({ title: 'label', body: <h1>label</h1> });
