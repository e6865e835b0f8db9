import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { wishlistPage } from './wishlist-page';

export function get(visit: Visit): Promise<Page> {
  const id = visit.query.get('edit');
  return wishlistPage(visit, id ? { id } : undefined);
}
