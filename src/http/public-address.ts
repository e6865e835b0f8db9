import type { Context } from '../context';
import { type IsTrusted, plainAddress } from './client-address';
import { outermost } from './in-process';
import { isHost } from './well-formed';

interface Forwarding {
  readonly scheme: string | undefined;
  readonly host: string | undefined;
}

/**
 * Where the server is for whoever asks: the setting `public_url`, else what the proxies that an operator trusts say of the
 * request that reached the outermost of them, else the request's own `Host`. What others forward is never believed.
 */
export class PublicAddress {
  /** The path below which the server stands, without a slash at its end. */
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

  /** Scheme, host and port as the client's browser writes them in `Origin`. */
  originOf(asked: Request): string {
    if (this.#origin !== undefined) return this.#origin;
    const request = outermost(asked);
    const { scheme = this.#scheme, host } = this.#forwarding(request);
    const own = request.headers.get('host') || new URL(request.url).host;
    return originOf(scheme, host ?? own) ?? originOf(scheme, own) ?? `${scheme}://localhost`;
  }

  /** The whole URL of a path of this server. */
  urlOf(request: Request, path: string): string {
    return this.originOf(request) + this.basePath + path;
  }

  /** Whether the client reaches the server by https, so that cookies may be kept to that. */
  isSecure(request: Request): boolean {
    return this.originOf(request).startsWith('https:');
  }

  #forwarding(request: Request): Forwarding {
    const { headers } = request;
    if (!this.isTrusted(plainAddress(this.context.peerAddress(request)))) return nothing;
    const lists = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'].map((name) => headers.get(name));
    // A proxy that writes these does not look at Forwarded, which then is what the client sent.
    if (lists.every((list) => list === null)) return this.#ofForwarded(headers.get('forwarded'));
    const [clients = [], schemes = [], hosts = []] = lists.map((list) => valuesOf(list));
    const proxies = 1 + trailing(clients, this.isTrusted);
    return { scheme: schemeOf(fromEnd(schemes, proxies)), host: hostOf(fromEnd(hosts, proxies)) };
  }

  /** RFC 7239: every proxy adds what it was asked, and by whom. The outermost of ours is the one whose client is none. */
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
 * What the outermost of some proxies wrote. One that writes a single value in the place of what was there leaves fewer
 * than there are proxies: the first is then its.
 */
const fromEnd = <V>(values: readonly V[], proxies: number): V | undefined => values[Math.max(0, values.length - proxies)];

function pairsOf(hop: string): ReadonlyMap<string, string> {
  const pairs = hop.split(';').map((pair) => /^\s*(\w+)\s*=\s*"?([^"]*?)"?\s*$/.exec(pair));
  return new Map(pairs.flatMap((pair) => (pair?.[1] !== undefined && pair[2] !== undefined ? [[pair[1].toLowerCase(), pair[2]]] : [])));
}
