import { DomainError, forbidden, notFound } from '../errors';
import type { Store } from '../store/database/open';
import { RevisionCache } from '../store/database/revision-cache';
import { all, change, first, Statement, writtenQuery } from '../store/database/sql';
import { now, timestamp } from '../store/values/time';
import { goodApiTokens, unrevokedApiTokens } from './api-token-queries';
import { lastUses, type UsedToken } from './last-uses';
import type { Principal, Scope } from './principal';
import { hashToken, isWellFormedToken, newToken, type TokenKind } from './token';
import { accessTokenLifetimeSeconds } from './token-pairs';
import { findUser } from './users';

export const apiTokenLifetimeDays = 365;

/** Cached principals, about 300 bytes each. */
const maximumKnownTokens = 10_000;

const dayMilliseconds = 86_400_000;

/** Without its secret. */
export interface ApiToken {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Null for everything the user may do. */
  readonly scopes: readonly Scope[] | null;
  readonly createdAt: string;
  /** Null if it never expires. */
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface TokenLimits {
  /** Null or missing for everything the user may do. */
  readonly scopes?: readonly Scope[] | null;
  /** Null for a token that never expires; missing for one year. */
  readonly expiresAt?: string | null;
  /** The API access token that creates this one and takes it along when revoked. */
  readonly makerKey?: number | undefined;
}

/** @returns the end of a sentence, or undefined if valid */
export function tokenNameFault(name: string): string | undefined {
  const length = [...name].length;
  return length < 1 || length > 255 || /\p{Cc}/u.test(name) ? 'must have 1 to 255 characters, none of them a control character' : undefined;
}

export const inDays = (days: number): string => timestamp(new Date(Date.now() + days * dayMilliseconds));

/**
 * Creates an API access token and returns its only plain text.
 * @throws {DomainError} not_found, for an unknown user; conflict, for a name in use
 */
export async function issueApiToken(store: Store, username: string, name: string, limits: TokenLimits = {}): Promise<string> {
  const user = findUser(store, username);
  if (!user) throw notFound('no_user', { name: username });
  const added = await addApiToken(store, user.key, name, limits);
  if (!added) throw new DomainError('conflict', `${user.username} already has a token ${name}. Revoke it first, or choose another name.`);
  return added.token;
}

/** @returns undefined if the user has a valid token of this name */
export async function addApiToken(
  store: Store,
  user: number,
  name: string,
  { scopes = null, expiresAt = inDays(apiTokenLifetimeDays), makerKey }: TokenLimits,
): Promise<{ token: string; id: string } | undefined> {
  const { db, writer, write } = store;
  const token = newToken('api');
  const id = Bun.randomUUIDv7();
  const values = {
    id,
    user_key: user,
    parent_key: makerKey,
    kind: 'api' as const,
    hash: hashToken(token),
    name,
    scopes: scopes && JSON.stringify(scopes),
    created_at: now(),
    expires_at: expiresAt,
  };
  const good = goodApiTokens(store).select('key');
  const namesakes = good.where('user_key', '=', user).where('name', '=', name);
  return write(() => {
    if (first(writer, namesakes)) return undefined;
    // The creating token may have been revoked meanwhile.
    if (makerKey !== undefined && !first(writer, good.where('key', '=', makerKey))) throw forbidden('revoked_issuer');
    change(writer, db.insertInto('token').values(values));
    return { token, id };
  });
}

/** Unrevoked tokens of one user or of all, newest first. */
export function listApiTokens(store: Store, user?: number): ApiToken[] {
  lastUses(store).write();
  const rows = all(
    store.reader,
    store.db
      .selectFrom('token')
      .innerJoin('user', 'user.key', 'token.user_key')
      .where('token.kind', '=', 'api')
      .where('token.revoked_at', 'is', null)
      .$if(user !== undefined, (tokens) => tokens.where('token.user_key', '=', user as number))
      .select([
        'token.id',
        'user.username',
        'token.name',
        'token.scopes',
        'token.created_at as createdAt',
        'token.expires_at as expiresAt',
        'token.last_used_at as lastUsedAt',
      ])
      .orderBy('token.created_at', 'desc')
      .orderBy('token.id', 'desc'),
  );
  return rows.map((row) => ({ ...row, name: row.name as string, scopes: row.scopes === null ? null : JSON.parse(row.scopes) }));
}

/**
 * Revokes a token and those created with it.
 * @returns how many were revoked
 */
export function revokeApiToken(store: Store, id: string, user?: number): Promise<number> {
  return revoke(store, (tokens) => {
    const named = tokens.where('id', '=', id.toLowerCase());
    return user === undefined ? named : named.where('user_key', '=', user);
  });
}

/** As {@link revokeApiToken}, by name. */
export async function revokeApiTokens(store: Store, username: string, name: string): Promise<number> {
  const user = findUser(store, username);
  return user ? revoke(store, (tokens) => tokens.where('user_key', '=', user.key).where('name', '=', name)) : 0;
}

const unrevokedApiTokenKeys = (store: Store) => unrevokedApiTokens(store).select('token.key');

function revoke(
  store: Store,
  choose: (tokens: ReturnType<typeof unrevokedApiTokenKeys>) => ReturnType<typeof unrevokedApiTokenKeys>,
): Promise<number> {
  const { db, writer } = store;
  const revoking = db
    .withRecursive('ended(key)', (db) =>
      choose(unrevokedApiTokenKeys(store)).union(
        db
          .selectFrom('token')
          .innerJoin('ended', 'ended.key', 'token.parent_key')
          .select('token.key')
          .where('token.revoked_at', 'is', null),
      ),
    )
    .updateTable('token')
    .set({ revoked_at: now() })
    .where('key', 'in', ({ selectFrom }) => selectFrom('ended').select('ended.key'));
  return store.write(() => change(writer, revoking));
}

/** A principal and what is needed to record the use of its token. */
interface Known {
  readonly principal: Principal;
  readonly used: UsedToken | undefined;
  /** In milliseconds. A token with more time left was issued while the clock was ahead and is looked up again. */
  readonly longest: number;
}

/**
 * Finds the principal of a token; undefined for unknown, expired and revoked tokens and disabled users. Results are cached until
 * the database changes.
 */
export function principalFinder(store: Store): (token: string) => Principal | undefined {
  const known = new RevisionCache<Known>(store, maximumKnownTokens);
  const uses = lastUses(store);
  const prepared = () => new Statement<TokenRow, { hash: string }>(store.reader, writtenQuery(goodTokenByHash, 'hash'));
  let byHash: ReturnType<typeof prepared> | undefined;
  // Each request asks twice, for its budget and its rights: the second time hits this.
  let last = { token: '', hash: '' };
  return (token) => {
    if (token !== last.token) {
      if (!isWellFormedToken(token)) return undefined;
      last = { token, hash: hashToken(token) };
    }
    byHash ??= prepared();
    const query = byHash;
    const { hash } = last;
    const guest = guestOf(hash);
    if (guest) return guest;
    const found = known.find(hash, () => knownOf(query.get({ hash })));
    if (!found) return undefined;
    const { principal, used, longest } = found;
    const time = Date.now();
    if (principal.expiresAt !== null && (principal.expiresAt <= time || principal.expiresAt > time + longest)) return undefined;
    if (used) uses.note(used, time);
    return principal;
  };
}

/** Plain SQL: the first request of every server waits for it. */
const goodTokenByHash = `
  SELECT token.key, token.kind, token.family_key AS familyKey, token.user_key AS userKey, user.id AS userId, user.role,
    token.scopes, token.expires_at, token.last_used_at
  FROM token
  JOIN user ON user.key = token.user_key
  LEFT JOIN token_family ON token_family.key = token.family_key
  WHERE token.hash = ? AND token.kind IN ('api', 'access', 'session') AND token.revoked_at IS NULL
    AND user.disabled_at IS NULL AND token_family.revoked_at IS NULL`;

interface TokenRow extends Pick<Principal, 'userKey' | 'userId' | 'role'> {
  readonly key: number;
  readonly kind: TokenKind;
  readonly familyKey: number | null;
  /** A JSON array. */
  readonly scopes: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

function knownOf(row: TokenRow | undefined): Known | undefined {
  if (!row) return undefined;
  const { key, kind, familyKey, userKey, userId, role, scopes, expires_at, last_used_at } = row;
  const principal = {
    userKey,
    userId,
    role,
    scopes: scopes === null ? null : new Set<Scope>(JSON.parse(scopes)),
    expiresAt: expires_at === null ? null : Date.parse(expires_at),
    apiTokenKey: kind === 'api' ? key : undefined,
    familyKey: familyKey ?? undefined,
  };
  const lastUsedAt = last_used_at === null ? 0 : Date.parse(last_used_at);
  // Allows for small clock corrections.
  const longest = kind === 'access' ? 2 * accessTokenLifetimeSeconds * 1000 : Number.POSITIVE_INFINITY;
  return { principal, used: kind === 'api' || kind === 'session' ? { key, kind, lastUsedAt } : undefined, longest };
}

/** The principal without a user: may read the catalog. */
const guest: Principal = {
  userKey: -1,
  userId: '',
  role: 'user',
  scopes: new Set(['catalog:read'] as const),
  expiresAt: null,
  apiTokenKey: undefined,
  familyKey: undefined,
};

let made: { readonly token: string; readonly hash: string } | undefined;

/** The token that the website uses for visitors of a public catalog. Random, created on first use, never leaves the process. */
export function guestToken(): string {
  if (!made) {
    const token = newToken('access');
    made = { token, hash: hashToken(token) };
  }
  return made.token;
}

export const guestOf = (hash: string): Principal | undefined => (hash === made?.hash ? guest : undefined);

export const isGuest = ({ userId }: Principal): boolean => userId === guest.userId;
