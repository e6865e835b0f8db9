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
