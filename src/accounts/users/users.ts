import { conflict, type DomainError, invalid, notFound } from '../../errors';
import type { Connection } from '../../store/database/connection';
import { updateText } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import type { UserRole } from '../principal';
import type { LiveSettings } from '../settings/live-settings';
import { isGoodApiToken } from '../token';
import { hashPassword, hasPassword, maximumPasswordLength, minimumPasswordLength, nobodysHash, passwordFault } from './passwords';

export const accountLanguages = ['en', 'de', 'fr'] as const;
export const themes = ['light', 'dark'] as const;

const usernamePattern = /^[A-Za-z0-9._-]{3,40}$/;

export interface User {
  readonly key: number;
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: UserRole;
  readonly disabledAt: string | null;
  readonly createdAt: string;
  readonly hasPassword: 0 | 1;
}

/** A user in the list of an operator. */
export interface ListedUser extends User {
  readonly tokens: number;
}

export interface NewUser {
  readonly username: string;
  /** Undefined for an account that signs in at a provider or proxy. */
  readonly password?: string;
  readonly email?: string | null;
  /** Whether reset links go to the address. */
  readonly is_email_confirmed?: number;
  readonly role?: UserRole | undefined;
}

/** Completes the sentence "A user name …"; undefined if valid. */
export function usernameFault(username: string): string | undefined {
  return usernamePattern.test(username) ? undefined : 'has 3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';
}

/** Columns of a {@link User}. */
export const userColumns = `user.key, user.id, user.username, user.email, user.role, user.disabled_at AS disabledAt,
  user.created_at AS createdAt, ${hasPassword} AS hasPassword`;

/** Case-insensitive. */
export const findUser = ({ writer }: Store, username: string): User | undefined =>
  writer.get<User>(`SELECT ${userColumns} FROM user WHERE username = :username`, { username });

/** @throws {DomainError} not_found */
export function getUser(store: Store, username: string): User {
  const user = findUser(store, username);
  if (!user) throw notFound('no_user', { name: username });
  return user;
}

export const findUserById = ({ reader }: Store, id: string): User | undefined =>
  reader.get<User>(`SELECT ${userColumns} FROM user WHERE id = :id`, { id });

/** A user as pages of the website know the reader. */
export interface Reader extends Pick<User, 'id' | 'username' | 'role' | 'email' | 'createdAt' | 'hasPassword'> {
  readonly language: string | null;
  readonly theme: string | null;
  readonly hasSecondFactor: 0 | 1;
  /** Whether their collection is being completed. */
  readonly isCompleting: 0 | 1;
  /** Whether reset links go to the e-mail address. */
  readonly isEmailConfirmed: 0 | 1;
}

/** Finds the user of each page of the website. */
export const readerFinder =
  (store: Store) =>
  (id: string): Reader | undefined =>
    store.reader.get(
      `SELECT id, username, role, email, created_at AS createdAt, language, theme, is_email_confirmed AS isEmailConfirmed, ${hasPassword} AS hasPassword,
        EXISTS (SELECT 1 FROM credential WHERE user_key = user.key AND kind = 'app') AS hasSecondFactor,
        EXISTS (SELECT 1 FROM completion WHERE user_key = user.key AND state = 'running') AS isCompleting FROM user WHERE id = :id`,
      { id },
    );

export const hasNoUsers = (connection: Connection): boolean => connection.get('SELECT 1 FROM user LIMIT 1') === undefined;

/** By name. */
export const listUsers = ({ reader }: Store): ListedUser[] =>
  reader.all<ListedUser>(
    `SELECT ${userColumns}, (SELECT count(*) FROM token WHERE token.user_key = user.key AND ${isGoodApiToken}) AS tokens
    FROM user ORDER BY user.username`,
    { now: now() },
  );

/** @throws {DomainError} invalid, for an invalid name or password; conflict, for a name in use */
export async function createUser(store: Store, username: string, password: string, role: UserRole = 'user'): Promise<User> {
  requireUsername(username);
  requirePassword(password);
  const user = await addUser(store, { username, password, role });
  if (!user) throw usernameTaken(username);
  return user;
}

/** @throws {DomainError} conflict, for a name in use */
export function requireFreeUsername(store: Store, username: string): void {
  if (findUser(store, username)) throw usernameTaken(username);
}

const usernameTaken = (username: string): DomainError => conflict('user_exists', { name: username });

/** @throws {DomainError} */
export function requireUsername(username: string): void {
  if (usernameFault(username)) throw invalid('invalid_user_name');
}

/** @throws {DomainError} */
export function requirePassword(password: string): void {
  if (passwordFault(password)) throw invalid('invalid_password', { min: minimumPasswordLength, max: maximumPasswordLength });
}

/**
 * Creates a user with a valid name and password, or none.
 * @param isAllowed checked last, inside the writing transaction
 * @returns undefined if the name is in use
 */
export async function addUser(
  store: Store,
  { username, password, email = null, is_email_confirmed = 1, role = 'user' }: NewUser,
  isAllowed: () => boolean = () => true,
): Promise<User | undefined> {
  const password_hash = password === undefined ? nobodysHash() : await hashPassword(password);
  return store.write(() => {
    if (findUser(store, username) || !isAllowed()) return undefined;
    const row = { id: Bun.randomUUIDv7(), username, email, is_email_confirmed, role, password_hash, created_at: now() };
    store.writer.insertRow('user', row);
    return findUser(store, username);
  });
}

/** Changes to one's own account; null removes a value. */
export interface AccountChange {
  readonly email?: string | null;
  /** 1 if the address was entered with the password. */
  readonly is_email_confirmed?: number | undefined;
  readonly language?: (typeof accountLanguages)[number] | null;
  readonly theme?: (typeof themes)[number] | null;
  readonly password?: string | undefined;
}

/** In one transaction. A new password ends sign-ins as in {@link changePassword}. */
export async function changeAccount(
  store: Store,
  user: number,
  { email, is_email_confirmed, language, theme, password }: AccountChange,
  ending: PasswordChange,
): Promise<void> {
  const changed = Object.entries({ email, is_email_confirmed, language, theme }).filter(
    (entry): entry is [string, string | number | null] => entry[1] !== undefined,
  );
  if (changed.length === 0 && password === undefined) return;
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  const columns = { ...Object.fromEntries(changed), updated_at: now() };
  await store.write(() => {
    store.writer.change(updateText('user', Object.keys(columns)), { ...columns, key: user });
    if (password_hash !== undefined) replacePassword(store, user, password_hash, ending);
    // Links in mails to the former address.
    if (email !== undefined) endResetLinks(store, user);
  });
}

/** What a password change ends besides sign-ins. */
export interface PasswordChange {
  /** Hash of the requester's token, which stays valid with its sign-in. */
  readonly keptToken?: string;
  /** Whether API access tokens are revoked too. */
  readonly revokesTokens?: boolean;
}

/**
 * Sets a password and ends all sign-ins, since a leaked password may be the reason.
 * @param find the user, inside the writing transaction
 * @returns how many API access tokens were revoked; undefined without a user
 */
export async function changePassword(
  store: Store,
  find: () => number | undefined,
  password: string,
  ending: PasswordChange = {},
): Promise<number | undefined> {
  const password_hash = await hashPassword(password);
  return store.write(() => {
    const user = find();
    return user === undefined ? undefined : replacePassword(store, user, password_hash, ending);
  });
}

function endResetLinks({ writer }: Store, user: number): void {
  writer.change('DELETE FROM one_time_code WHERE user_key = :user', { user });
}

function replacePassword(
  store: Store,
  user: number,
  password_hash: string,
  { keptToken = '', revokesTokens = false }: PasswordChange,
): number {
  const { writer } = store;
  const values = { user, hash: keptToken, now: now() };
  endResetLinks(store, user);
  writer.change('UPDATE user SET password_hash = :password_hash, updated_at = :now WHERE key = :user', { ...values, password_hash });
  writer.change(
    `UPDATE token_family SET revoked_at = :now WHERE user_key = :user AND revoked_at IS NULL
      AND key IS NOT (SELECT family_key FROM token WHERE hash = :hash)`,
    values,
  );
  const tokens = "UPDATE token SET revoked_at = :now WHERE kind = 'api' AND revoked_at IS NULL AND user_key = :user AND hash <> :hash";
  return revokesTokens ? writer.change(tokens, values) : 0;
}

/** Knows who administrates under the current settings. */
type Administrators = Pick<LiveSettings, 'isOnlyAdministrator'>;

/**
 * Changes the role, or disables or enables a user with all tokens.
 * @throws {DomainError} conflict, if no administrator would be left who can sign in
 */
export async function changeAccountStatus(
  store: Store,
  user: User,
  { role, isDisabled }: { readonly role?: UserRole | undefined; readonly isDisabled?: boolean | undefined },
  administrators: Administrators,
): Promise<void> {
  const disabled_at = isDisabled ? (user.disabledAt ?? now()) : null;
  const changes = { ...(role !== undefined && { role }), ...(isDisabled !== undefined && { disabled_at }), updated_at: now() };
  await store.write(() => {
    if ((role !== undefined && role !== 'admin') || isDisabled) requireAnotherAdministrator(administrators, user);
    store.writer.change(updateText('user', Object.keys(changes)), { ...changes, key: user.key });
    if (isDisabled) endResetLinks(store, user.key);
  });
}

/** Checked inside the transaction, so that two concurrent requests cannot remove the last two administrators. */
function requireAnotherAdministrator(administrators: Administrators, user: Pick<User, 'key' | 'username'>): void {
  if (administrators.isOnlyAdministrator(user)) throw conflict('last_administrator', { name: user.username });
}

export interface Belongings {
  /** As in {@link ListedUser}. */
  readonly tokens: number;
  readonly collectionItems: number;
  readonly wishlistItems: number;
}

export function countBelongings({ reader }: Store, user: number): Belongings {
  const count = (rows: string) =>
    reader.get<{ n: number }>(`SELECT count(*) AS n FROM ${rows} AND user_key = :user`, { user, now: now() })?.n ?? 0;
  return {
    tokens: count(`token WHERE ${isGoodApiToken}`),
    collectionItems: count('collection_item WHERE true'),
    wishlistItems: count('wishlist_item WHERE true'),
  };
}

/**
 * Deletes a user with tokens, collection and wishlist (foreign keys cascade).
 * @throws {DomainError} conflict, for the only administrator who can sign in while other users exist
 */
export async function deleteUser(
  { writer, write }: Store,
  user: Pick<User, 'key' | 'username'>,
  administrators: Administrators,
): Promise<void> {
  const { key } = user;
  await write(() => {
    if (writer.get('SELECT 1 FROM user WHERE key <> :key LIMIT 1', { key })) requireAnotherAdministrator(administrators, user);
    writer.change('DELETE FROM user WHERE key = :key', { key });
  });
}
