import { type ReleaseSource, releaseSources } from '../../config';
import { withFlash } from '../http/addresses';
import { seeOther } from '../http/page';
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

/** Whether the viewer may administrate only with an authenticator app, and has none. */
export const lacksSecondFactor = ({ user, server }: Pick<RequestContext, 'user' | 'server'>): boolean =>
  user?.role === 'admin' && user.hasSecondFactor === 0 && server().secondFactor === 'administrators';

export const toSecondFactor = ({ to }: Pick<RequestContext, 'to'>): Response =>
  seeOther(withFlash(to.settings('security'), 'second-factor-needed'));
