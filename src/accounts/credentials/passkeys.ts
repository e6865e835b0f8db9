import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { conflict, type DomainError, unauthenticated, unprocessable } from '../../errors';
import type { PublicAddress } from '../../http/public-address';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import type { SignInProof } from '../sign-ins';
import { isGoodTicket, newTicket } from '../token';
import { type User, userColumns } from '../users/users';

/** One on each device and two security keys, and still a list that a user can keep track of. */
export const maximumPasskeys = 10;

/** Seconds to find a security key and remember its PIN. */
const patience = 300;

/** Host that passkeys belong to. Browsers offer them over HTTPS and at localhost, and never for an IP address. */
export function passkeyHost(origin: string): string | undefined {
  const { protocol, hostname } = new URL(origin);
  const isName = /[a-z]/.test(hostname) && !hostname.startsWith('[');
  return isName && (protocol === 'https:' || hostname === 'localhost') ? hostname : undefined;
}

interface Place {
  readonly origin: string;
  readonly host: string;
}

/** @throws {DomainError} conflict, where browsers offer no passkeys */
export function passkeyPlace(address: PublicAddress, request: Request): Place {
  const origin = address.originOf(request);
  const host = passkeyHost(origin);
  if (host === undefined) throw conflict('passkeys_need_https', { origin });
  return { origin, host };
}

/** Loaded on first use, in some 50 ms. */
const webAuthn = () => import('@simplewebauthn/server');

/** @param purpose the session that adds a passkey, or the browser that signs in: answers of others are refused */
const newChallenge = (purpose: string) => ({ challenge: newTicket(`passkey ${purpose}`, patience), timeout: patience * 1000 });

const isOpen = (purpose: string) => (challenge: string) =>
  isGoodTicket(Buffer.from(challenge, 'base64url').toString(), `passkey ${purpose}`, patience);

/** Challenges that signed somebody in, with their end in milliseconds: none works twice. */
const answered = new Map<string, number>();

const refused = (): DomainError => unauthenticated('wrong_passkey');

/** Options for `navigator.credentials.create`. */
export async function creationOptions({ reader }: Store, { key, id, username }: User, session: number, { host }: Place) {
  const { generateRegistrationOptions } = await webAuthn();
  const known = 'SELECT credential_id AS id FROM credential WHERE user_key = :key AND host = :host';
  return generateRegistrationOptions({
    ...newChallenge(`of session ${session}`),
    rpName: 'Leitmotif',
    rpID: host,
    userName: username,
    userID: new TextEncoder().encode(id),
    excludeCredentials: reader.all<{ id: string }>(known, { key, host }),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Adds the passkey that a browser created.
 * @returns its id
 * @throws {DomainError} unprocessable, for the answer to another challenge or of another site; conflict, if there are too many
 */
export async function addPasskey(
  { write, writer }: Store,
  { userKey, session, name }: { readonly userKey: number; readonly session: number; readonly name: string },
  response: RegistrationResponseJSON,
  place: Place,
): Promise<string> {
  const { verifyRegistrationResponse } = await webAuthn();
  const expected = { expectedChallenge: isOpen(`of session ${session}`), expectedOrigin: place.origin, expectedRPID: place.host };
  // The library throws for whatever is wrong in the answer.
  const verified = await verifyRegistrationResponse({ response, ...expected }).catch(() => undefined);
  if (!verified?.verified) throw unprocessable('unverified_passkey');
  const { id: credential_id, publicKey: public_key, counter } = verified.registrationInfo.credential;
  const own = { id: Bun.randomUUIDv7(), user_key: userKey, kind: 'passkey', name, host: place.host, created_at: now() };
  await write(() => {
    const all = writer.all<{ id: string }>("SELECT id FROM credential WHERE user_key = :userKey AND kind = 'passkey'", { userKey });
    if (all.length >= maximumPasskeys) throw conflict('many_passkeys', { max: maximumPasskeys });
    if (writer.get('SELECT 1 FROM credential WHERE credential_id = :credential_id', { credential_id })) throw conflict('passkey_exists');
    writer.insertRow('credential', { ...own, credential_id, public_key, counter });
  });
  return own.id;
}

/** Options for `navigator.credentials.get`. They name no account. */
export async function requestOptions(browser: string, { host }: Place) {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({ ...newChallenge(`for browser ${browser}`), rpID: host, userVerification: 'required' });
}

interface StoredPasskey extends User {
  readonly passkey: number;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

/**
 * The user whose passkey signed a challenge for this browser.
 * @throws {DomainError} unauthenticated
 */
export async function checkPasskey(
  { writer }: Store,
  browser: string,
  response: AuthenticationResponseJSON,
  { origin, host }: Place,
): Promise<SignInProof> {
  const find = () =>
    writer.get<StoredPasskey>(
      `SELECT ${userColumns}, credential.key AS passkey, credential.public_key AS publicKey, credential.counter
      FROM credential JOIN user ON user.key = credential.user_key
      WHERE credential.kind = 'passkey' AND credential.credential_id = :id AND credential.host = :host AND user.disabled_at IS NULL`,
      { id: String(response.id), host },
    );
  const user = find();
  if (!user) throw refused();
  const { verifyAuthenticationResponse } = await webAuthn();
  const credential = { id: response.id, publicKey: user.publicKey, counter: user.counter };
  let challenge = '';
  const expectedChallenge = (sent: string) => {
    challenge = sent;
    return isOpen(`for browser ${browser}`)(sent);
  };
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: host };
  const verified = await verifyAuthenticationResponse({ response, ...expected, credential }).catch(() => undefined);
  if (!verified?.verified) throw refused();
  const { newCounter } = verified.authenticationInfo;
  const spend = () => {
    for (const [old, end] of answered) if (end < Date.now()) answered.delete(old);
    // The passkey may be removed, its user disabled, or a copy of it used since.
    if (answered.has(challenge) || find()?.counter !== user.counter) throw refused();
    answered.set(challenge, Date.now() + patience * 1000);
    const values = { key: user.passkey, counter: newCounter, now: now() };
    writer.change('UPDATE credential SET counter = :counter, last_used_at = :now WHERE key = :key', values);
  };
  return { user, spend };
}
