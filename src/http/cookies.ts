import { forbidden } from '../errors';
import type { PublicAddress } from './public-address';

/**
 * The cookies of this server's pages (RFC 6265bis). No script reads them, other sites' forms do not send them, and where the
 * client comes by https they go nowhere else. At the root of an https host they have the prefix `__Host-`, by which
 * the browser itself refuses one that another host of the domain, or a connection without https, has set.
 */
export class Cookies {
  constructor(private readonly address: PublicAddress) {}

  /** The path below which they are sent, without a slash at its end. */
  get basePath(): string {
    return this.address.basePath;
  }

  /** The value of a cookie; `undefined` where the client has none. */
  read(request: Request, name: string): string | undefined {
    const header = request.headers.get('cookie');
    if (header === null) return undefined;
    // Of several by one name the first has the longest path, and so is ours and not one of a neighbour.
    return new Bun.CookieMap(header).get(this.#nameOf(request, name)) ?? undefined;
  }

  /**
   * What `Set-Cookie` has to say.
   * @param lifetimeSeconds without it the cookie ends with the browser
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

  /** What `Set-Cookie` has to say for the client to have it no more. */
  clear(request: Request, name: string): string {
    return this.set(request, name, '', 0);
  }

  #nameOf(request: Request, name: string): string {
    const isOfHost = this.address.basePath === '' && this.address.isSecure(request);
    return `${isOfHost ? '__Host-' : ''}leitmotif-${name}`;
  }
}

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
  if (!isGood) throw forbidden('expired_page');
}

/** What the forms of someone who is not signed in are bound to: the cookie that holds it is not to be guessed. */
export const newFormSecret = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** A key of its own: what is made with it says nothing of the cookie, and fits nothing else that is made from that. */
const keyOf = (secret: string): string => `form token ${secret}`;
