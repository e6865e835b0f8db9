import { sql } from 'kysely';
import { forbidden, invalid } from '../../errors';
import type { Store } from '../../store/database/open';
import { parameter, Statements } from '../../store/database/sql';
import type { WhenCreated } from '../items/routes';

const pointer = '/meta/takeOffWishlist';

/** Removes added releases from the wishlist if the body sets `meta.takeOffWishlist`. Other editions stay on it. */
export function wishRemoval(store: Store): WhenCreated {
  const statements = new Statements(store, { on: 'writer' });
  return ({ userKey, scopes }, body) => {
    const isAsked = readWish(body);
    if (isAsked && scopes !== null && !scopes.has('wishlist:write'))
      throw forbidden('scope_for_parameter', { scope: 'wishlist:write', name: 'takeOffWishlist' }, { pointer });
    if (!isAsked) return () => ({});
    return (releaseKeys) => ({ wishRemoval: removal(statements).run({ user: userKey, keys: JSON.stringify(releaseKeys) }) });
  };
}

function readWish(body: unknown): boolean {
  const meta = typeof body === 'object' && body !== null ? (body as { meta?: unknown }).meta : undefined;
  const wish = typeof meta === 'object' && meta !== null ? (meta as { takeOffWishlist?: unknown }).takeOffWishlist : undefined;
  if (wish !== undefined && typeof wish !== 'boolean') throw invalid('wrong_member', { pointer, expected: 'true or false' }, { pointer });
  return wish ?? false;
}

const removal = (statements: Statements) =>
  statements.get('remove', (db) =>
    db
      .deleteFrom('wishlist_item')
      .where('user_key', '=', parameter('user'))
      .where('release_key', 'in', sql<number>`(SELECT value FROM json_each(${parameter('keys')}))`),
  );
