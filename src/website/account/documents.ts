import type { Visit } from '../http/request-context';

/** What one may be shown at once: more tokens or sessions than these are nobody's. */
const shown = 100;

export interface ApiToken {
  readonly _id: string;
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

export interface Session {
  readonly _id: string;
  readonly kind: 'session' | 'pair';
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly address: string | null;
  readonly browser: string | null;
  readonly is_current: boolean;
}

/** A list of the account, and how many there are. */
export interface Listed<A> {
  readonly items: readonly A[];
  readonly total: number;
}

interface ListDocument<A> {
  readonly data: readonly { readonly attributes: A }[];
  readonly meta: { readonly totalItems: number };
}

export const readTokens = (visit: Visit): Promise<Listed<ApiToken>> => list(visit, '/api/users/me/tokens');

export const readSessions = (visit: Visit): Promise<Listed<Session>> => list(visit, `/api/users/me/sessions`);

async function list<A>({ api }: Visit, path: string): Promise<Listed<A>> {
  const { data, meta } = await api.read<ListDocument<A>>(path, { itemsPerPage: shown });
  return { items: data.map(({ attributes }) => attributes), total: meta.totalItems };
}

/** Changes something of one's own account. */
export function changeMe({ api, user }: Visit, attributes: object) {
  return api.send('PATCH', '/api/users/me', { data: { id: user?.id, type: 'User', attributes } });
}
