import { DomainError } from '../errors';
import type { Store } from '../store/database/open';
import { all, change, first } from '../store/database/sql';
import { now } from '../store/values/dates';
import { lastUses, type Scope } from './principal';
import { daysAfter } from './sessions/lifetimes';
import { goodApiTokens, hashToken, newToken, unrevokedApiTokens } from './token';
import { findUser, getUser } from './users';

export const apiTokenLifetimeDays = 365;

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
  const namesakes = goodApiTokens(store).select('key').where('user_key', '=', user).where('name', '=', name);
  return write(() => {
    if (first(writer, namesakes)) return undefined;
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
