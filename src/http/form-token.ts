import { forbidden } from '../errors';

/** A form may stand open over a weekend and the days around it. */
const lifetimeSeconds = 7 * 24 * 60 * 60;

const options = { encoding: 'base64url', algorithm: 'sha256' } as const;

/**
 * A token for a form of one session, another one each time: an HMAC over a random number and the time, keyed with what only
 * that session's cookie holds. So nothing is kept for it, it outlives a restart of the server, and it ends with
 * the session. Since it never stands on two pages alike, the length of a compressed page tells nothing of it (BREACH).
 * @param secret the value of the session's cookie; of who is not signed in, one of `newFormSecret` in a cookie of its own
 */
export const formToken = (secret: string, lifetime = lifetimeSeconds): string =>
  Bun.CSRF.generate(keyOf(secret), { ...options, expiresIn: lifetime * 1_000 });

/**
 * Lets a form through only with a token of the session that sends it.
 * @throws {DomainError} forbidden, in a sentence for a page that shows the form again, with what was entered and a new token
 */
export function requireFormToken(secret: string | undefined, token: unknown): void {
  const isGood =
    secret !== undefined &&
    secret !== '' &&
    typeof token === 'string' &&
    token !== '' &&
    Bun.CSRF.verify(token, { ...options, secret: keyOf(secret), maxAge: lifetimeSeconds * 1_000 });
  if (!isGood)
    throw forbidden(
      'This page was open for too long, or is of another sign-in. Nothing was changed: look at it again, and send it once more.',
    );
}

/** What the forms of someone who is not signed in are bound to: the cookie that holds it is not to be guessed. */
export const newFormSecret = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** A key of its own: what is made with it says nothing of the cookie, and fits nothing else that is made from that. */
const keyOf = (secret: string): string => `form token ${secret}`;
