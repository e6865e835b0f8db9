import { type ReleaseSource, releaseSources } from '../../config';
import type { RequestContext } from '../http/request-context';

/** Sites that look-ups of discs ask. */
export const sitesOf = ({ server }: RequestContext): readonly ReleaseSource[] =>
  releaseSources.filter((source) => server().onlineSources.includes(source));

/** Whether the setting `editing` lets the viewer edit. */
export function mayEdit({ user, server }: Pick<RequestContext, 'user' | 'server'>): boolean {
  if (!user) return false;
  const { editing } = server();
  return editing === 'users' || (editing === 'editors' && user.role !== 'user');
}
