import { mailAddress } from '../../config';
import { conflict, unauthenticated } from '../../errors';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import type { UserRole } from '../principal';
import type { LiveSettings } from '../settings/live-settings';
import type { SignInProof } from '../sign-ins';
import { isGoodTicket, newTicket } from '../token';
import { addUser, findUser, requireUsername, type User, userColumns, usernameFault } from '../users/users';

/** Page that the provider leads back to. */
export const callbackPath = '/sign-in/provider/callback';

/** Whom a provider says that somebody is. Names and addresses may change there; issuer and subject together may not. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  /** Undefined if roles are set on this server only. */
  readonly role: UserRole | undefined;
}

/** Seconds to say whose account it is. */
const stepSeconds = 600;

type LinkedUser = User & { readonly credential: number };

/** The id of a credential, and that of earlier versions. Issuers with and without a slash at the end are the same. */
function idsOf({ issuer: written, subject }: Pick<ProviderIdentity, 'issuer' | 'subject'>) {
  const issuer = written.replace(/\/$/, '');
  return { id: `${issuer} ${subject}`, slashed: `${issuer}/ ${subject}`, issuer };
}

/** The account that is linked to an identity, if any, and what signing in to it changes. */
export function linkedAccount(store: Store, live: LiveSettings, identity: ProviderIdentity): SignInProof | undefined {
  const find = () =>
    store.writer.get<LinkedUser>(
      `SELECT ${userColumns}, credential.key AS credential FROM credential JOIN user ON user.key = credential.user_key
       WHERE credential.kind = 'provider' AND credential.credential_id IN (:id, :slashed)`,
      idsOf(identity),
    );
  const user = find();
  if (!user) return undefined;
  if (user.disabledAt !== null) throw unauthenticated('wrong_credentials');
  return {
    user,
    spend: () => {
      const current = find();
      if (current?.key !== user.key || current.disabledAt !== null) throw unauthenticated('wrong_credentials');
      store.writer.change('UPDATE credential SET last_used_at = :now WHERE key = :key', { now: now(), key: current.credential });
      followRole(store, live, current, identity);
    },
  };
}

/** The only administrator who can sign in stays one: nobody could undo a wrong claim. */
function followRole(store: Store, live: LiveSettings, user: User, { role }: ProviderIdentity): void {
  if (role === undefined || role === user.role || live.isOnlyAdministrator(user)) return;
  store.writer.change('UPDATE user SET role = :role, updated_at = :now WHERE key = :key', { role, now: now(), key: user.key });
}

/**
 * Links an identity to an account, inside a transaction. An account has one identity of an issuer.
 * @throws {DomainError} conflict, if either is linked already
 */
export function linkIdentity(store: Store, user: Pick<User, 'key'>, identity: ProviderIdentity): void {
  const { writer } = store;
  const { id, slashed, issuer } = idsOf(identity);
  const linked = `SELECT 1 FROM credential
    WHERE credential_id IN (:id, :slashed) OR (user_key = :user AND kind = 'provider' AND rtrim(host, '/') = :issuer)`;
  if (writer.get(linked, { id, slashed, issuer, user: user.key })) throw conflict('identity_linked');
  const name = identity.username?.slice(0, 100) || new URL(issuer).host;
  const own = { id: Bun.randomUUIDv7(), user_key: user.key, kind: 'provider', name, host: issuer, created_at: now() };
  writer.insertRow('credential', { ...own, credential_id: id, counter: 0 });
}

/** Whether a name can become that of a new account. */
export const isFree = (store: Store, username: string): boolean =>
  usernameFault(username) === undefined && findUser(store, username) === undefined;

/**
 * An account for somebody new, without a password: a reset link can set one.
 * @throws {DomainError} invalid or conflict, for a name that is none or taken
 */
export async function createAccount(store: Store, live: LiveSettings, username: string, identity: ProviderIdentity): Promise<SignInProof> {
  requireUsername(username);
  const email = identity.email !== undefined && mailAddress.test(identity.email) ? identity.email : null;
  // Links that set a password go to verified addresses only: others may be anyone's.
  const user = await addUser(store, { username, email, is_email_confirmed: Number(identity.isEmailVerified), role: identity.role });
  if (!user) throw conflict('username_taken');
  await store.write(() => linkIdentity(store, user, identity));
  return linkedAccount(store, live, identity) as SignInProof;
}

/** Stands for an identity until somebody says whose account it is. */
export function pendingIdentity(identity: ProviderIdentity, browser: string): string {
  const written = Buffer.from(JSON.stringify(identity)).toString('base64url');
  return `${written}.${newTicket(`identity ${written} for ${browser}`, stepSeconds)}`;
}

/** @throws {DomainError} unauthenticated */
export function identityIn(pending: string, browser: string): ProviderIdentity {
  const [written = '', ticket = ''] = pending.split('.');
  if (!isGoodTicket(ticket, `identity ${written} for ${browser}`, stepSeconds)) throw unauthenticated('sign_in_again');
  return JSON.parse(Buffer.from(written, 'base64url').toString());
}
