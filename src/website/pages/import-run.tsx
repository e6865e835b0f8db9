import type { Page } from '../page';

export const show = (): Page => ({ title: 'import-run', body: <h1>import-run</h1> });
