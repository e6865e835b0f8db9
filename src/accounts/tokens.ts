import type { Store } from '../database/open';
import { prepare } from '../database/prepare';
import { RevisionCache } from '../database/revision-cache';
import { now, timestamp } from '../database/time';
import { SetupError } from '../errors';
import type { Principal } from './principal';
import { hashToken, isWellFormedToken, newToken } from './token';
import { findUser } from './users';

/** How long an API access token lives unless it is asked otherwise. */
export const apiTokenLifetimeDays = 365;

/** The most tokens kept in memory with whom they stand for: some 300 bytes each. */
const maximumKnownTokens = 10_000;

const dayMilliseconds = 86_400_000;

/** Gives a user a new API access token. It is returned once; the database keeps its hash. */
export function issueApiToken(store: Store, username: string, name: string): string {
  const user = findUser(store, username);
  if (!user) throw new SetupError(`There is no user ${username}.`);
  const token = newToken('api');
  const { db, writer } = store;
  const insert = prepare<{ id: string; user: number; hash: string; name: string; now: string; expires: string }>()(writer, (p) =>
    db.insertInto('token').values({
      id: p('id'),
      user_key: p('user'),
      kind: 'api',
      hash: p('hash'),
      name: p('name'),
      created_at: p('now'),
      expires_at: p('expires'),
    }),
  );
  insert.run({
    id: Bun.randomUUIDv7(),
    user: user.key,
    hash: hashToken(token),
    name,
    now: now(),
    expires: timestamp(new Date(Date.now() + apiTokenLifetimeDays * dayMilliseconds)),
  });
  insert.close();
  return token;
}

/** Ends every API access token of a user that has this name, and says how many there were. */
export function revokeApiTokens(store: Store, username: string, name: string): number {
  const user = findUser(store, username);
  if (!user) return 0;
  const { db, writer } = store;
  const revoke = prepare<{ user: number; name: string; now: string }>()(writer, (p) =>
    db
      .updateTable('token')
      .set({ revoked_at: p('now') })
      .where('user_key', '=', p('user'))
      .where('name', '=', p('name'))
      .where('revoked_at', 'is', null),
  );
  const revoked = revoke.run({ user: user.key, name, now: now() });
  revoke.close();
  return revoked;
}

/**
 * Finds whom a token stands for; `undefined` for one that is unknown, expired or revoked, or whose user is disabled.
 * Known ones are remembered until the database changes, by whatever process.
 */
export function principalFinder(store: Store): (token: string) => Principal | undefined {
  const known = new RevisionCache<Principal>(store, maximumKnownTokens);
  const prepared = () =>
    prepare<{ hash: string }>()(store.reader, (p) =>
      store.db
        .selectFrom('token')
        .innerJoin('user', 'user.key', 'token.user_key')
        .leftJoin('token_family', 'token_family.key', 'token.family_key')
        .where('token_family.revoked_at', 'is', null)
        .where('token.hash', '=', p('hash'))
        .where('token.kind', 'in', ['api', 'access'])
        .where('token.revoked_at', 'is', null)
        .where('user.disabled_at', 'is', null)
        .select(['token.user_key as userKey', 'user.id as userId', 'user.role', 'token.scopes', 'token.expires_at']),
    );
  let byHash: ReturnType<typeof prepared> | undefined;
  return (token) => {
    if (!isWellFormedToken(token)) return undefined;
    byHash ??= prepared();
    const query = byHash;
    const hash = hashToken(token);
    const principal = known.find(hash, () => {
      const row = query.get({ hash });
      if (!row) return undefined;
      const { userKey, userId, role, expires_at } = row;
      const limits = row.scopes === null ? null : new Set<string>(JSON.parse(row.scopes));
      return { userKey, userId, role, scopes: limits, expiresAt: expires_at === null ? null : Date.parse(expires_at) };
    });
    return principal && (principal.expiresAt === null || principal.expiresAt > Date.now()) ? principal : undefined;
  };
}
