import type { Page } from '../../http/page';
import type { Visit } from '../../http/request-context';
import { collectionPage } from './list-page';

export function get(visit: Visit): Promise<Page> {
  const id = visit.query.get('edit');
  return collectionPage(visit, id ? { id } : undefined);
}
