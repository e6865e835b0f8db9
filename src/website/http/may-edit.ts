import { readServerMeta } from '../api/server-meta';
import type { Visit } from './request-context';

/** Whether whoever looks may change the catalog, as the setting `editing` has it. */
export async function mayEdit(visit: Visit): Promise<boolean> {
  if (!visit.user) return false;
  const { editing } = await readServerMeta(visit);
  return editing === 'users' || (editing === 'editors' && visit.user.role !== 'user');
}
