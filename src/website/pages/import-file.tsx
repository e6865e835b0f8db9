import type { Page } from '../page';

export const show = (): Page => ({ title: 'import-file', body: <h1>import-file</h1> });
