import type { apiTokens } from '../../accounts/api-tokens/resource';
import type { sessions } from '../../accounts/sessions/resource';
import type { Item } from '../api/client';
import type { RequestContext } from '../http/request-context';

export type ApiToken = Item<typeof apiTokens>['attributes'];
export type Session = Item<typeof sessions>['attributes'];

/** More tokens or sessions than anyone has. */
const shown = 100;

export interface AccountList<A> {
  readonly items: readonly A[];
  readonly total: number;
}

interface ListDocument<A> {
  readonly data: readonly { readonly attributes: A }[];
  readonly meta: { readonly totalItems: number };
}

export const readTokens = (visit: RequestContext): Promise<AccountList<ApiToken>> => list(visit, '/api/users/me/tokens');

export const readSessions = (visit: RequestContext): Promise<AccountList<Session>> => list(visit, `/api/users/me/sessions`);

async function list<A>({ api }: RequestContext, path: string): Promise<AccountList<A>> {
  const { data, meta } = await api.read<ListDocument<A>>(path, { itemsPerPage: shown });
  return { items: data.map(({ attributes }) => attributes), total: meta.totalItems };
}

export function updateMe({ api, user }: RequestContext, attributes: object) {
  return api.send('PATCH', '/api/users/me', { data: { id: user?.id, type: 'User', attributes } });
}
