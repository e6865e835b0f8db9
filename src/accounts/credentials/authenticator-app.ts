import { conflict, type DomainError, notFound, unauthenticated, unprocessable } from '../../errors';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/dates';
import { hashToken } from '../token';

/** Seconds of a code (RFC 6238). */
const period = 30;

/** Codes before and after the present one that are accepted, since clocks differ by some seconds. */
const acceptedSteps = 1;

/** Codes around the present one that are recognized, to tell a wrong clock from a wrong code: five minutes. */
const recognizedSteps = 10;

/** A list that fits on a card. */
const recoveryCodes = 10;

/** 160 bits in base32. */
export const appSecret = /^[A-Z2-7]{32}$/;

export interface AuthenticatorApp {
  readonly key: number;
  readonly secret: string;
}

/** Undefined without a second factor. */
export const findApp = ({ writer }: Store, userKey: number): AuthenticatorApp | undefined =>
  writer.get("SELECT key, secret FROM credential WHERE user_key = :userKey AND kind = 'app'", { userKey });

/** The step of a code, and by how many it is behind or, if positive, ahead; undefined for a wrong code. */
async function stepOf(secret: string, code: string): Promise<{ step: number; off: number } | undefined> {
  const { Secret, TOTP } = await import('otpauth');
  const timestamp = Date.now();
  const off = TOTP.validate({ secret: Secret.fromBase32(secret), token: code, period, window: recognizedSteps, timestamp });
  return off === null ? undefined : { step: TOTP.counter({ period, timestamp }) + off, off };
}

const plain = (written: string): string => written.replace(/[\s-]/g, '').toLowerCase();

/**
 * Checks a code of the app, or a recovery code.
 * @returns uses it up, inside the transaction that signs in
 * @throws {DomainError} unauthenticated
 */
export async function checkCode({ writer }: Store, { key, secret }: AuthenticatorApp, written: string): Promise<() => void> {
  const code = plain(written);
  const recovery = 'recovery_code WHERE credential_key = :key AND hash = :hash';
  const found = /^\d{6}$/.test(code) ? await stepOf(secret, code) : undefined;
  const isRecovery = writer.get(`SELECT 1 FROM ${recovery}`, { key, hash: hashToken(code) }) !== undefined;
  // Of a code to come, nobody learns that it will be right.
  if (!isRecovery && (!found || found.off > acceptedSteps)) throw unauthenticated('wrong_code');
  if (found && found.off < -acceptedSteps) throw unauthenticated('expired_code');
  return () => {
    const values = { key, hash: hashToken(code), step: found?.step ?? 0, now: now() };
    // A later step than the next ones is of a clock that was ahead.
    const used = found
      ? writer.change(
          `UPDATE credential SET counter = :step, last_used_at = :now
          WHERE key = :key AND (counter < :step OR counter > :step + ${2 * acceptedSteps})`,
          values,
        )
      : writer.change(`DELETE FROM ${recovery}`, values);
    if (used === 0) throw unauthenticated('used_code');
  };
}

interface NewApp {
  readonly userKey: number;
  readonly name: string;
  /** 160 bits in base32. */
  readonly secret: string;
}

/**
 * Turns an app on, as soon as a code shows that it has the secret.
 * @returns also the recovery codes, in plain text only here
 * @throws {DomainError} unprocessable, for a code of another secret or clock; conflict, if an app is on
 */
export async function addApp(store: Store, { userKey, name, secret }: NewApp, code: string): Promise<{ id: string; codes: string[] }> {
  const pointer = '/data/attributes/code';
  const found = await stepOf(secret, plain(code));
  if (!found) throw unprocessable('wrong_code', {}, { pointer });
  const off = Math.abs(found.off);
  if (off > acceptedSteps) throw unprocessable('clock_off', { seconds: off * period }, { pointer });
  const codes = await newRecoveryCodes();
  const id = Bun.randomUUIDv7();
  await store.write(() => {
    if (findApp(store, userKey)) throw conflict('app_exists');
    const row = { id, user_key: userKey, kind: 'app', name, secret, counter: found.step, created_at: now() };
    addRecoveryCodes(store, store.writer.insertRow('credential', row), codes);
  });
  return { id, codes };
}

/** @returns new recovery codes; the former ones end */
export async function replaceRecoveryCodes(store: Store, userKey: number, id: string): Promise<string[]> {
  const codes = await newRecoveryCodes();
  await store.write(() => {
    const find = "SELECT key FROM credential WHERE user_key = :userKey AND kind = 'app' AND id = :id";
    const app = store.writer.get<{ key: number }>(find, { userKey, id });
    if (!app) throw noCredential(id);
    store.writer.change('DELETE FROM recovery_code WHERE credential_key = :key', app);
    addRecoveryCodes(store, app.key, codes);
  });
  return codes;
}

/** 80 random bits each, in four groups: too many to search, even by a fast hash. */
async function newRecoveryCodes(): Promise<string[]> {
  const { Secret } = await import('otpauth');
  const newCode = () => new Secret({ size: 10 }).base32.toLowerCase().replace(/.{4}(?=.)/g, '$&-');
  return Array.from({ length: recoveryCodes }, newCode);
}

function addRecoveryCodes({ writer }: Store, key: number, codes: readonly string[]): void {
  for (const code of codes) writer.insertRow('recovery_code', { credential_key: key, hash: hashToken(plain(code)) });
}

export const noCredential = (id: string): DomainError => notFound('no_credential', { id: id.slice(0, 100) });

/**
 * Removes app and passkeys of a user who lost them, and ends all sign-ins: whoever found them may be signed in.
 * @returns how many were removed
 */
export const resetSecondFactor = ({ write, writer }: Store, userKey: number): Promise<number> =>
  write(() => {
    const values = { userKey, now: now() };
    const removed = writer.change("DELETE FROM credential WHERE user_key = :userKey AND kind <> 'provider'", values);
    const signIns = 'UPDATE token_family SET revoked_at = :now WHERE user_key = :userKey AND revoked_at IS NULL';
    if (removed > 0) writer.change(signIns, values);
    return removed;
  });
