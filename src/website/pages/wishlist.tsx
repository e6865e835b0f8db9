import { wishlistPage } from '../collection/wishlist-page';
import type { Page } from '../page';
import type { Visit } from '../visit';

export function show(visit: Visit): Promise<Page> {
  const id = visit.query.get('edit');
  return wishlistPage(visit, id ? { id } : undefined);
}
