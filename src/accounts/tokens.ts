import { DomainError } from '../errors';
import type { Values } from '../store/database/connection';
import type { Store } from '../store/database/open';
import { now } from '../store/values/dates';
import { lastUses, type Scope } from './principal';
import { daysAfter, hashToken, isGoodApiToken, newToken } from './token';
import { findUser, getUser } from './users';

export const apiTokenLifetimeDays = 365;

/** Without its secret. */
export interface ApiToken {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Null for everything the user may do. */
  readonly scopes: readonly Scope[] | null;
  readonly created_at: string;
  /** Null if it never expires. */
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
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

export const inDays = (days: number): string => daysAfter(Date.now(), days);

/**
 * Creates an API access token and returns its only plain text.
 * @throws {DomainError} not_found, for an unknown user; conflict, for a name in use
 */
export async function issueApiToken(store: Store, username: string, name: string, limits: TokenLimits = {}): Promise<string> {
  const user = getUser(store, username);
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
  const { writer, write } = store;
  const token = newToken('api');
  const id = Bun.randomUUIDv7();
  const row = {
    id,
    user_key: user,
    parent_key: makerKey ?? null,
    kind: 'api',
    hash: hashToken(token),
    name,
    scopes: scopes && JSON.stringify(scopes),
    created_at: now(),
    expires_at: expiresAt,
  };
  return write(() => {
    const namesake = `SELECT 1 FROM token WHERE ${isGoodApiToken} AND user_key = :user AND name = :name`;
    if (writer.get(namesake, { user, name, now: now() })) return undefined;
    writer.insertRow('token', row);
    return { token, id };
  });
}

/** Unrevoked tokens of one user or of all, newest first. */
export function listApiTokens(store: Store, user?: number): ApiToken[] {
  lastUses(store).write();
  const rows = store.reader.all<Omit<ApiToken, 'scopes'> & { readonly scopes: string | null }>(
    `SELECT token.id, user.username, token.name, token.scopes, token.created_at, token.expires_at, token.last_used_at
    FROM token JOIN user ON user.key = token.user_key
    WHERE token.kind = 'api' AND token.revoked_at IS NULL AND token.user_key = coalesce(:user, token.user_key)
    ORDER BY token.created_at DESC, token.id DESC`,
    { user: user ?? null },
  );
  return rows.map((row) => ({ ...row, scopes: row.scopes === null ? null : JSON.parse(row.scopes) }));
}

/**
 * Revokes a token and those created with it.
 * @returns how many were revoked
 */
export const revokeApiToken = (store: Store, id: string, user?: number): Promise<number> =>
  revoke(store, 'id = :id AND user_key = coalesce(:user, user_key)', { id: id.toLowerCase(), user: user ?? null });

/** As {@link revokeApiToken}, by name. */
export async function revokeApiTokens(store: Store, username: string, name: string): Promise<number> {
  const user = findUser(store, username);
  return user ? revoke(store, 'user_key = :user AND name = :name', { user: user.key, name }) : 0;
}

const revoke = ({ write, writer }: Store, condition: string, values: Values): Promise<number> =>
  write(() =>
    writer.change(
      `WITH RECURSIVE ended (key) AS (
        SELECT key FROM token WHERE kind = 'api' AND revoked_at IS NULL AND ${condition}
        UNION SELECT token.key FROM token JOIN ended ON ended.key = token.parent_key WHERE token.revoked_at IS NULL
      ) UPDATE token SET revoked_at = :now WHERE key IN (SELECT key FROM ended)`,
      { ...values, now: now() },
    ),
  );
