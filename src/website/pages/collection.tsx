import { collectionPage } from '../collection/list-page';
import type { Page } from '../page';
import type { Visit } from '../visit';

export function show(visit: Visit): Promise<Page> {
  const id = visit.query.get('edit');
  return collectionPage(visit, id ? { id } : undefined);
}
