import { mayEdit } from '../api/server-meta';
import type { Visit } from '../http/request-context';

/** Where the record of a page is corrected, for whoever may. */
export const editLinkOf = async (visit: Visit): Promise<string | undefined> =>
  (await mayEdit(visit)) ? visit.to.below(visit.to.page(visit.path), 'edit') : undefined;
