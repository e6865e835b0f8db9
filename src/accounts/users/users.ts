import type { Database } from 'bun:sqlite';
import { conflict, type DomainError, invalid, notFound } from '../../errors';
import type { Store } from '../../store/database/open';
import { all, change, first, Statements } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import type { UserRole } from '../principal';
import { goodApiTokens } from '../token';
import { hashPassword, maximumPasswordLength, minimumPasswordLength, passwordFault } from './passwords';

const usernamePattern = /^[A-Za-z0-9._-]{3,40}$/;

export interface User {
  readonly key: number;
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly role: UserRole;
  readonly disabledAt: string | null;
  readonly createdAt: string;
}

/** A user in the list of an operator. */
export interface ListedUser extends User {
  readonly tokens: number;
}

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string | null;
  readonly role?: UserRole;
}

/** Completes the sentence "A user name …"; undefined if valid. */
export function usernameFault(username: string): string | undefined {
  return usernamePattern.test(username) ? undefined : 'has 3 to 40 characters of A-Z, a-z, 0-9, dot, underscore and hyphen';
}

/** Case-insensitive. */
export function findUser(store: Store, username: string): User | undefined {
  return first(store.writer, usersOf(store).where('user.username', '=', username));
}

/** @throws {DomainError} not_found */
export function getUser(store: Store, username: string): User {
  const user = findUser(store, username);
  if (!user) throw notFound('no_user', { name: username });
  return user;
}

export function findUserById(store: Store, id: string): User | undefined {
  return first(store.reader, usersOf(store).where('user.id', '=', id));
}

/** A user as pages of the website know the reader. */
export type Reader = Pick<User, 'id' | 'username' | 'role' | 'email' | 'createdAt'> & Readonly<Record<'language' | 'theme', string | null>>;

/** Finds the user of each page of the website. */
export const readerFinder = (store: Store): ((id: string) => Reader | undefined) => {
  const statements = new Statements(store);
  const byId = 'SELECT id, username, role, email, created_at AS createdAt, language, theme FROM "user" WHERE id = :id';
  return (id) => statements.text<Reader>(byId).get({ id });
};

/** Plain SQL: runs at every start. */
export function hasNoUsers(connection: Database): boolean {
  return connection.query('SELECT 1 FROM "user" LIMIT 1').get() === null;
}

export function listUsers(store: Store): ListedUser[] {
  const listed = usersOf(store).select((user) =>
    goodApiTokens(store)
      .where('token.user_key', '=', user.ref('user.key'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('tokens'),
  );
  return all(store.reader, listed.orderBy('user.username'));
}

/** @throws {DomainError} invalid, for an invalid name or password; conflict, for a name in use */
export async function createUser(store: Store, username: string, password: string, role: UserRole = 'user'): Promise<User> {
  requireUsername(username);
  requirePassword(password);
  const user = await addUser(store, { username, password, role });
  if (!user) throw taken(username);
  return user;
}

/** @throws {DomainError} conflict, for a name in use */
export function requireFreeUsername(store: Store, username: string): void {
  if (findUser(store, username)) throw taken(username);
}

const taken = (username: string): DomainError => conflict('user_exists', { name: username });

/** @throws {DomainError} */
export function requireUsername(username: string): void {
  if (usernameFault(username)) throw invalid('invalid_user_name');
}

/** @throws {DomainError} */
export function requirePassword(password: string): void {
  if (passwordFault(password)) throw invalid('invalid_password', { min: minimumPasswordLength, max: maximumPasswordLength });
}

/**
 * Creates a user with a valid name and password.
 * @param isAllowed checked last, inside the writing transaction
 * @returns undefined if the name is in use
 */
export async function addUser(
  store: Store,
  { username, password, email = null, role = 'user' }: NewUser,
  isAllowed: () => boolean = () => true,
): Promise<User | undefined> {
  const password_hash = await hashPassword(password);
  return store.write(() => {
    if (findUser(store, username) || !isAllowed()) return undefined;
    const values = { id: Bun.randomUUIDv7(), username, email, role, password_hash, created_at: now() };
    change(store.writer, store.db.insertInto('user').values(values));
    return findUser(store, username);
  });
}

/** Changes to one's own account; null removes a value. */
export interface AccountChange {
  readonly email?: string | null;
  readonly language?: 'en' | 'de' | 'fr' | null;
  readonly theme?: 'light' | 'dark' | null;
  readonly password?: string | undefined;
}

/** In one transaction. A new password ends sign-ins as in {@link changePassword}. */
export async function changeAccount(
  store: Store,
  user: number,
  { email, language, theme, password }: AccountChange,
  ending: PasswordChange,
): Promise<void> {
  const named = Object.fromEntries(Object.entries({ email, language, theme }).filter(([, value]) => value !== undefined));
  if (Object.keys(named).length === 0 && password === undefined) return;
  const password_hash = password === undefined ? undefined : await hashPassword(password);
  const changing = store.db.updateTable('user').set({ ...named, updated_at: now() });
  await store.write(() => {
    change(store.writer, changing.where('key', '=', user));
    if (password_hash !== undefined) replacePassword(store, user, password_hash, ending);
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
 * @returns how many API access tokens were revoked
 */
export async function changePassword(
  store: Store,
  user: number,
  password: string,
  { keptToken = '', revokesTokens = false }: PasswordChange = {},
): Promise<number> {
  const password_hash = await hashPassword(password);
  return store.write(() => replacePassword(store, user, password_hash, { keptToken, revokesTokens }));
}

/**
 * Sets the password of the user that `find` returns, and ends all sign-ins.
 * @param find runs inside the writing transaction
 * @returns whether a user was found
 */
export async function resetPassword(store: Store, password: string, find: () => number | undefined): Promise<boolean> {
  const password_hash = await hashPassword(password);
  return store.write(() => {
    const user = find();
    if (user !== undefined) replacePassword(store, user, password_hash, {});
    return user !== undefined;
  });
}

function replacePassword(
  { db, writer }: Store,
  user: number,
  password_hash: string,
  { keptToken = '', revokesTokens = false }: PasswordChange,
): number {
  const family = first(writer, db.selectFrom('token').select('family_key').where('hash', '=', keptToken))?.family_key ?? 0;
  change(writer, db.updateTable('user').set({ password_hash, updated_at: now() }).where('key', '=', user));
  const signIns = db.updateTable('token_family').set({ revoked_at: now() }).where('user_key', '=', user).where('revoked_at', 'is', null);
  change(writer, signIns.where('key', '<>', family));
  if (!revokesTokens) return 0;
  const tokens = db.updateTable('token').set({ revoked_at: now() }).where('kind', '=', 'api').where('revoked_at', 'is', null);
  return change(writer, tokens.where('user_key', '=', user).where('hash', '<>', keptToken));
}

/**
 * Changes the role, or disables or enables a user with all tokens.
 * @throws {DomainError} conflict, if no administrator would be left
 */
export async function changeAccountStatus(
  store: Store,
  user: User,
  { role, isDisabled }: { readonly role?: UserRole | undefined; readonly isDisabled?: boolean | undefined },
): Promise<void> {
  const disabled_at = isDisabled ? (user.disabledAt ?? now()) : null;
  const changes = { ...(role !== undefined && { role }), ...(isDisabled !== undefined && { disabled_at }), updated_at: now() };
  await store.write(() => {
    if ((role !== undefined && role !== 'admin') || isDisabled) requireAnotherAdministrator(store, user);
    change(store.writer, store.db.updateTable('user').set(changes).where('key', '=', user.key));
  });
}

/** Whether a user is the only enabled administrator. */
export function isOnlyAdministrator({ db, writer }: Store, { key }: User): boolean {
  const administrators = db.selectFrom('user').select('key').where('role', '=', 'admin').where('disabled_at', 'is', null);
  // Two suffice to know.
  const [one, another] = all(writer, administrators.limit(2));
  return one?.key === key && another === undefined;
}

/** Checked inside the transaction, so that two concurrent requests cannot remove the last two administrators. */
function requireAnotherAdministrator(store: Store, user: User): void {
  if (isOnlyAdministrator(store, user)) throw conflict('last_administrator', { name: user.username });
}

export interface Belongings {
  /** As in {@link ListedUser}. */
  readonly tokens: number;
  readonly collectionItems: number;
  readonly wishlistItems: number;
}

export function countBelongings(store: Store, user: number): Belongings {
  const { db, reader } = store;
  const count = (table: 'collection_item' | 'wishlist_item') =>
    first(
      reader,
      db
        .selectFrom(table)
        .where('user_key', '=', user)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    )?.count ?? 0;
  const tokens = first(
    reader,
    goodApiTokens(store)
      .where('token.user_key', '=', user)
      .select(({ fn }) => fn.countAll<number>().as('count')),
  );
  return { tokens: tokens?.count ?? 0, collectionItems: count('collection_item'), wishlistItems: count('wishlist_item') };
}

/** Deletes a user with tokens, collection and wishlist (foreign keys cascade). */
export async function deleteUser(store: Store, user: number): Promise<void> {
  await store.write(() => change(store.writer, store.db.deleteFrom('user').where('key', '=', user)));
}

/** @throws {DomainError} conflict, for the only administrator while other users exist */
export async function deleteOneself(store: Store, user: User): Promise<void> {
  const { db, writer, write } = store;
  await write(() => {
    const other = first(writer, db.selectFrom('user').select('key').where('key', '<>', user.key).limit(1));
    if (other) requireAnotherAdministrator(store, user);
    change(writer, db.deleteFrom('user').where('key', '=', user.key));
  });
}

export const usersOf = ({ db }: Store) =>
  db
    .selectFrom('user')
    .select([
      'user.key',
      'user.id',
      'user.username',
      'user.email',
      'user.role',
      'user.disabled_at as disabledAt',
      'user.created_at as createdAt',
    ]);
