import { forbidden } from '../errors';
import type { PublicAddress } from './public-address';

/**
 * Cookies of the website (RFC 6265bis): HttpOnly, SameSite, and Secure over https. At the root of an https host they carry the
 * prefix `__Host-`, so that browsers reject cookies set by other hosts of the domain or over plain http.
 */
export class Cookies {
  constructor(private readonly address: PublicAddress) {}

  /** Path prefix of the cookies, without a trailing slash. */
  get basePath(): string {
    return this.address.basePath;
  }

  /** Value of a cookie; `undefined` if absent. */
  read(request: Request, name: string): string | undefined {
    // Of several cookies with the same name, the first has the longest path and is therefore ours.
    return new Bun.CookieMap(request.headers.get('cookie') ?? '').get(this.#nameOf(request, name)) ?? undefined;
  }

  /**
   * `Set-Cookie` value.
   * @param lifetimeSeconds without it, a session cookie
   */
  set(request: Request, name: string, value: string, lifetimeSeconds?: number): string {
    return new Bun.Cookie(this.#nameOf(request, name), value, {
      path: this.address.basePath || '/',
      httpOnly: true,
      secure: this.address.isSecure(request),
      sameSite: 'lax',
      ...(lifetimeSeconds !== undefined && { maxAge: lifetimeSeconds }),
    }).toString();
  }

  /** `Set-Cookie` value that deletes a cookie. */
  clear(request: Request, name: string): string {
    return this.set(request, name, '', 0);
  }

  #nameOf(request: Request, name: string): string {
    const isOfHost = this.address.basePath === '' && this.address.isSecure(request);
    return `${isOfHost ? '__Host-' : ''}leitmotif-${name}`;
  }
}

/** A form may stay open over a long weekend. */
const lifetimeSeconds = 7 * 24 * 60 * 60;

const options = { encoding: 'base64url', algorithm: 'sha256' } as const;

/**
 * CSRF token for one session, different each time: an HMAC over a random number and the time, keyed by the session cookie. It
 * needs no storage, survives a restart and expires with the session. Since it never repeats, the length of a compressed page
 * reveals nothing about it (BREACH).
 * @param secret session cookie; for anonymous visitors, `newFormSecret` in a cookie of its own
 */
export const formToken = (secret: string, lifetime = lifetimeSeconds): string =>
  Bun.CSRF.generate(keyOf(secret), { ...options, expiresIn: lifetime * 1_000 });

/**
 * Requires a token of the session that sends the form.
 * @throws {DomainError} forbidden; the page shows the form again with its input and a new token
 */
export function requireFormToken(secret: string | undefined, token: unknown): void {
  const isGood =
    secret !== undefined &&
    secret !== '' &&
    typeof token === 'string' &&
    token !== '' &&
    Bun.CSRF.verify(token, { ...options, secret: keyOf(secret), maxAge: lifetimeSeconds * 1_000 });
  if (!isGood) throw forbidden('expired_page');
}

/** Random secret for the forms of an anonymous visitor. */
export const newFormSecret = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** A derived key, so that tokens reveal nothing about the cookie or other keys derived from it. */
const keyOf = (secret: string): string => `form token ${secret}`;
