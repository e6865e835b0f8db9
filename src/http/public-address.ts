import type { Context } from '../context';
import { type IsTrusted, plainAddress } from './client-address';
import { isHost, outermost } from './request';

interface Forwarding {
  readonly scheme: string | undefined;
  readonly host: string | undefined;
}

/**
 * Public address of the server: `public_url`, otherwise what trusted proxies report about the request that reached the outermost
 * one, otherwise `Host`. Untrusted forwarding headers are ignored.
 */
export class PublicAddress {
  /** Base path without a trailing slash. */
  readonly basePath: string;
  readonly #origin: string | undefined;
  readonly #scheme: string;

  constructor(
    private readonly context: Pick<Context, 'settings' | 'peerAddress'>,
    private readonly isTrusted: IsTrusted = () => false,
  ) {
    const { basePath, publicUrl, tlsCertificate } = context.settings;
    this.basePath = basePath;
    this.#scheme = tlsCertificate === '' ? 'http' : 'https';
    this.#origin = publicUrl === '' ? undefined : new URL(publicUrl).origin;
  }

  /** Origin as browsers send it in `Origin`. */
  originOf(received: Request): string {
    if (this.#origin !== undefined) return this.#origin;
    const request = outermost(received);
    const { scheme = this.#scheme, host } = this.#forwarding(request);
    const own = request.headers.get('host') || new URL(request.url).host;
    return originOf(scheme, host ?? own) ?? originOf(scheme, own) ?? `${scheme}://localhost`;
  }

  /** Absolute URL of a path on this server. */
  urlOf(request: Request, path: string): string {
    return this.originOf(request) + this.basePath + path;
  }

  /** Whether the client connects over https, so that cookies can be Secure. */
  isSecure(request: Request): boolean {
    return this.originOf(request).startsWith('https:');
  }

  /** The user that a trusted proxy names, if the operator named the header. */
  userOfProxy(received: Request): string | undefined {
    const { authProxyHeader } = this.context.settings;
    const request = outermost(received);
    const name = authProxyHeader === '' ? null : request.headers.get(authProxyHeader);
    return name && this.#isOfProxy(request) ? name : undefined;
  }

  #isOfProxy = (request: Request): boolean => this.isTrusted(plainAddress(this.context.peerAddress(request)));

  #forwarding(request: Request): Forwarding {
    const { headers } = request;
    if (!this.#isOfProxy(request)) return nothing;
    const lists = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map((name) => headers.get(name));
    // A proxy that sets these headers does not handle Forwarded, which is then the client's.
    if (lists.every((list) => list === null)) return this.#ofForwarded(headers.get('forwarded'));
    const [clients = [], schemes = [], hosts = []] = lists.map((list) => valuesOf(list));
    const proxies = 1 + trailing(clients, this.isTrusted);
    // Proxies may append to one list and not to another. A client that names a scheme first misleads only itself.
    return { scheme: schemes.map(schemeOf).find((scheme) => scheme !== undefined), host: hostOf(fromEnd(hosts, proxies)) };
  }

  /** RFC 7239: each proxy appends what it received and from whom. The outermost trusted one is that whose peer is untrusted. */
  #ofForwarded(header: string | null): Forwarding {
    const hops = valuesOf(header).map(pairsOf);
    const proxies =
      1 +
      trailing(
        hops.map((hop) => hop.get('for') ?? ''),
        this.isTrusted,
      );
    const outer = fromEnd(hops, proxies);
    return { scheme: schemeOf(outer?.get('proto')), host: hostOf(outer?.get('host')) };
  }
}

const nothing: Forwarding = { scheme: undefined, host: undefined };

const originOf = (scheme: string, host: string): string | undefined =>
  isHost(host) ? URL.parse(`${scheme}://${host}`)?.origin : undefined;

const schemeOf = (written: string | undefined): string | undefined => {
  const scheme = written?.toLowerCase();
  return scheme === 'http' || scheme === 'https' ? scheme : undefined;
};

const hostOf = (written: string | undefined): string | undefined => (written !== undefined && isHost(written) ? written : undefined);

const valuesOf = (list: string | null): string[] => (list === null ? [] : list.split(',').map((value) => value.trim()));

function trailing(addresses: readonly string[], isTrusted: IsTrusted): number {
  const client = addresses.findLastIndex((address) => !isTrusted(plainAddress(address)));
  return addresses.length - 1 - client;
}

/**
 * Value written by the outermost proxy. A proxy that replaces the list leaves fewer entries than there are proxies; the first is
 * then its own.
 */
const fromEnd = <V>(values: readonly V[], proxies: number): V | undefined => values[Math.max(0, values.length - proxies)];

function pairsOf(hop: string): ReadonlyMap<string, string> {
  const pairs = hop.split(';').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const);
  return new Map(pairs.map(([name, value]) => [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')]));
}
