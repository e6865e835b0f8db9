import { timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/database/open';
import { dayMilliseconds, timestamp } from '../store/values/dates';

export type TokenKind = 'api' | 'access' | 'refresh' | 'session';

const prefixes: Readonly<Record<TokenKind, string>> = { api: 'lm_pat_', access: 'lm_at_', refresh: 'lm_rt_', session: 'lm_st_' };

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;
const wellFormed = /^(lm_(?:pat|at|rt|st)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/**
 * A new token: prefix, 30 random base62 characters (178 bits) and 6 characters of CRC-32. Secret scanners recognize the format,
 * and mistyped tokens are detected without a database lookup.
 */
export function newToken(kind: TokenKind): string {
  const body = prefixes[kind] + randomDigits();
  return body + checksum(body);
}

/** Checks the format including the checksum. */
export function isWellFormedToken(text: string): boolean {
  const [, body, check] = wellFormed.exec(text) ?? [];
  return body !== undefined && checksum(body) === check;
}

/** SHA-256 in hexadecimal, which the database stores instead of the token. */
export function hashToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

function randomDigits(): string {
  let text = '';
  while (text.length < randomLength) {
    // 248 is the largest multiple of 62 below 256. Higher bytes would bias the first digits.
    for (const byte of crypto.getRandomValues(new Uint8Array(40))) if (byte < 248 && text.length < randomLength) text += digits[byte % 62];
  }
  return text;
}

function checksum(body: string): string {
  let rest = Bun.hash.crc32(body);
  let text = '';
  for (let place = 0; place < checksumLength; place++) {
    text = digits[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Short: a stolen access token works anywhere. */
export const accessTokenLifetimeSeconds = 3_600;

/** Condition for API access tokens that are neither revoked nor expired at `:now`. Tokens of a sign-in are not included. */
export const isGoodApiToken = `token.kind = 'api' AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > :now)`;

/** Of this process alone: what it signs ends with it. */
const ticketKey = crypto.getRandomValues(new Uint8Array(32));

const signatureOf = (purpose: string, until: string): string =>
  new Bun.CryptoHasher('sha256', ticketKey).update(`${until} ${purpose}`).digest('base64url');

/** A text that stands for a step of a sign-in until it expires, and needs no storage. */
export function newTicket(purpose: string, seconds: number): string {
  const until = `${Date.now() + seconds * 1000}-${crypto.randomUUID()}`;
  return `${until}-${signatureOf(purpose, until)}`;
}

/** A secret that only this process derives from a ticket. */
export const secretOfTicket = (ticket: string, purpose: string): string => signatureOf(`secret ${purpose}`, ticket);

/** Whether a ticket is for this purpose and has not expired. Its latest end excludes those of a clock that was ahead. */
export function isGoodTicket(ticket: string, purpose: string, seconds: number): boolean {
  const [, until = '', time, signature = ''] = /^((\d{13})-[\da-f-]{36})-([\w-]{43})$/.exec(ticket) ?? [];
  const left = Number(time) - Date.now();
  const expected = signatureOf(purpose, until);
  return left > 0 && left <= seconds * 1000 && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
}

/** Days without use after which a browser must sign in again. */
export const sessionIdleDays = 30;

/** Days after which a sign-in ends in any case. */
export const sessionLifetimeDays = 365;

/** @param time in milliseconds */
export const daysAfter = (time: number, days: number): string => timestamp(time + days * dayMilliseconds);

/** Shortens sign-ins created while the clock was ahead, which would live too long. Inside the caller's transaction. */
export function shortenSignIns({ writer }: Store, time: number): void {
  const latest = daysAfter(time, sessionLifetimeDays);
  writer.change(
    'UPDATE token SET expires_at = :idle WHERE expires_at > :idle AND family_key IN (SELECT key FROM token_family WHERE expires_at > :latest)',
    { idle: daysAfter(time, sessionIdleDays), latest },
  );
  writer.change('UPDATE token_family SET expires_at = :latest WHERE expires_at > :latest', { latest });
}
