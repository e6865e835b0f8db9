import { type PageEntry, page } from './page';

/** The site map: every address with whom it is for and the file of its page. */
export const pages: readonly PageEntry[] = [page('/', 'catalog', () => import('./pages/home'))];
