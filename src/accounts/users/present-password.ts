import { memberFault } from '../../api/schema/checks';
import { Invalid, violation } from '../../api/write/write';
import type { Context } from '../../context';
import { forbidden, unauthenticated } from '../../errors';
import { budgetOf, type RateLimitPolicy } from '../../http/rate-limit';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { checkBeforeWrites } from '../../store/database/transactions';
import { now, timestamp } from '../../store/values/dates';
import type { Principal } from '../principal';
import { isPassword, nobodysHash } from './passwords';
import { type User, userColumns } from './users';

/** As strict as sign-in: someone who finds an open session must not guess the password. */
const policy: RateLimitPolicy = { name: 'password', quota: 10, windowSeconds: 60, counted: 'tries of a password' };

export const wrongPassword = (): Invalid => new Invalid([violation('current_password', message('wrong_current_password'))]);

type PasswordCheck = (user: User, password: string) => Promise<boolean>;

const ofContexts = new WeakMap<Context, PasswordCheck>();

/**
 * Checks the current password, which some requests need besides a token. One check per server, so that all requests share a budget.
 * @returns a check that throws {@link RateLimitExceeded} after too many tries
 */
export function presentPassword(context: Context): PasswordCheck {
  const check = ofContexts.get(context) ?? checkOf(context);
  ofContexts.set(context, check);
  return check;
}

function checkOf(context: Context): PasswordCheck {
  const spendTry = budgetOf(context, policy);
  return async (user, password) => {
    spendTry(user.id);
    return (await checkPassword(context.store, user.username, password))?.id === user.id;
  };
}

/** Seconds after a sign-in in which an account without a password needs no other proof. */
const freshSeconds = 600;

/** @throws {DomainError} forbidden, unless the token is of a recent sign-in */
export function requireFreshSignIn({ reader }: Store, { familyKey = 0 }: Principal): void {
  const values = { familyKey, since: timestamp(Date.now() - freshSeconds * 1000), now: now() };
  if (!reader.get('SELECT 1 FROM token_family WHERE key = :familyKey AND created_at BETWEEN :since AND :now', values))
    throw forbidden('fresh_sign_in_needed', { minutes: freshSeconds / 60 });
}

/**
 * Has users confirm a request with their password, or with a recent sign-in if their account has none.
 * @returns a check that throws {@link RateLimitExceeded} after too many tries
 */
export function presenceCheck(context: Context) {
  const isPresentPassword = presentPassword(context);
  return async (user: User, principal: Principal, { password }: { readonly password?: string }): Promise<void> => {
    if (user.hasPassword === 0) return requireFreshSignIn(context.store, principal);
    if (password === undefined) throw memberFault('/password', message('required'));
    if (!(await isPresentPassword(user, password))) throw forbidden('wrong_password', {}, { pointer: '/password' });
  };
}

interface Credentials extends User {
  readonly passwordHash: string;
}

/** The user with this name and password. Unknown and disabled users take as long as a wrong password. */
export async function checkPassword(store: Store, username: string, password: string): Promise<User | undefined> {
  const found = findCredentials(store, username);
  const isRight = await isPassword(password, found?.passwordHash ?? nobodysHash());
  if (!found || !isRight || found.disabledAt !== null) return undefined;
  // The user may have been disabled or changed the password meanwhile, or does so before the request writes.
  const current = () => {
    const user = findCredentials(store, username);
    return user?.passwordHash === found.passwordHash && user.disabledAt === null ? user : undefined;
  };
  checkBeforeWrites(() => {
    if (!current()) throw unauthenticated('wrong_credentials');
  });
  return current();
}

/** Case-insensitive. */
const findCredentials = ({ writer }: Store, username: string): Credentials | undefined =>
  writer.get<Credentials>(`SELECT ${userColumns}, password_hash AS passwordHash FROM user WHERE username = :username`, { username });
