import { badUsage, SetupError } from '../../errors';
import { serverVersion } from '../../version';
import { type ClientResponse, type Patience, quotedExcerpt, readJsonBody, readLines, readStart } from './body';
import { Guest, type GuestOptions, Refusal } from './guest';
import { Unavailable } from './throttle';

export interface ClientOptions extends GuestOptions {
  /** Sent only to the server of the address. */
  readonly token: string;
  readonly patience?: Partial<Patience>;
}

export interface ReadResult {
  readonly status: number;
  /** Final path after redirects. */
  readonly path: string;
  /** Body of a 200; otherwise `undefined`. */
  readonly value: unknown;
}

const json = {
  accept: 'application/vnd.api+json, application/json;q=0.9',
  isExpected: /^application\/(?:[\w.-]+\+)?json$/,
  called: 'JSON',
};
const jsonLines = {
  accept: 'application/x-ndjson',
  isExpected: /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines)$/,
  called: 'lines of JSON',
};
type Expected = typeof json;

/** Browsers allow twenty; one is usual. */
const maximumRedirects = 5;

/** HTTP client for other Leitmotif servers: rate-limited, bounded in time and size. */
export class Client {
  /** Bytes on the wire. */
  bytes = 0;
  /** Length of the current response, if known. */
  totalBytes: number | undefined;
  readonly #guest: Guest;
  readonly #patience: Patience;

  constructor(
    readonly address: SiteAddress,
    private readonly options: ClientOptions,
  ) {
    this.#guest = new Guest(options);
    this.#patience = { idleSeconds: 60, documentSeconds: 300, ...options.patience };
  }

  /**
   * Reads a document. Other `accepted` statuses are returned.
   * @throws {Unavailable} if the server does not respond after a few tries
   * @throws {SetupError} if its response is unusable
   */
  read(path: string, accepted: readonly number[] = []): Promise<ReadResult> {
    return this.#persist(path, json, async (answer, at) => {
      const { status } = answer.response;
      if (accepted.includes(status)) {
        answer.abort();
        return { status, path: at, value: undefined };
      }
      this.#require(answer, json);
      return { status, path: at, value: await readJsonBody(answer, this.#patience, this.#received, this.#guest.now) };
    });
  }

  /** Lines of a long response as they arrive. The iterator must be closed, even if not read to the end. */
  lines(path: string): Promise<AsyncGenerator<string>> {
    return this.#persist(path, jsonLines, async (answer) => {
      this.#require(answer, jsonLines);
      const length = Number(answer.response.headers.get('content-length') ?? Number.NaN);
      this.totalBytes = Number.isSafeInteger(length) ? this.bytes + length : undefined;
      return readLines(answer, this.#patience, this.#received);
    });
  }

  readonly #received = (bytes: number): void => {
    this.bytes += bytes;
  };

  #persist<T>(path: string, expected: Expected, use: (answer: ClientResponse, at: string) => Promise<T>): Promise<T> {
    return this.#guest.persist(async () => {
      const [answer, at] = await this.#follow(path, expected);
      const { response, url } = answer;
      if (!isRefusal(response)) return use(answer, at);
      this.#guest.throttle.refused(this.address.text, response.headers, await readStart(answer, this.#patience, this.#received));
      return new Refusal(`${url} refuses every request (${response.status}).`);
    });
  }

  /** Response after redirects, which must stay on the server. */
  async #follow(path: string, expected: Expected): Promise<[ClientResponse, at: string]> {
    let at = path;
    for (let redirects = 0; redirects <= maximumRedirects; redirects++) {
      const answer = await this.#send(at, expected);
      const location = answer.response.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(answer.response.status) || location === null) return [answer, at];
      answer.abort();
      at = this.address.pathOf(location, at);
    }
    throw new SetupError(`${this.address.url(path)} redirects more than ${maximumRedirects} times.`);
  }

  async #send(path: string, { accept }: Expected): Promise<ClientResponse> {
    const url = this.address.url(path);
    await this.#guest.throttle.turn(this.address.text);
    const headers = {
      accept,
      authorization: `Bearer ${this.options.token}`,
      'user-agent': `leitmotif/${serverVersion}`,
      'accept-encoding': 'zstd, gzip',
    };
    const answer = await this.#guest.send(url, url, headers, this.#patience.idleSeconds);
    const { response } = answer;
    this.#guest.throttle.heed(response.headers);
    if (response.status < 500 || isRefusal(response)) return answer;
    answer.abort();
    throw new Unavailable(`${url} responded with ${response.status}.`);
  }

  /** @throws {SetupError} unless it is a 200 of the expected type */
  #require({ url, response, abort }: ClientResponse, { isExpected, called }: Expected): void {
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (response.status === 200 && isExpected.test(type)) return;
    abort();
    throw new SetupError(response.status === 200 ? wrongType(url, type, called) : wrongStatus(url, response.status));
  }
}

/** 429, or 503 with Retry-After. */
const isRefusal = ({ status, headers }: Response): boolean => status === 429 || (status === 503 && headers.has('retry-after'));

function wrongType(url: string, type: string, called: string): string {
  const named = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.slice(0, 60) : 'no media type';
  return `${url} returned ${named} instead of ${called}. Is this a Leitmotif server?`;
}

function wrongStatus(url: string, status: number): string {
  if (status === 401) return `${url} rejected the token (401). Was it created on that server, and is it still valid?`;
  if (status === 403) return `${url} rejected the token (403). It needs the scope catalog:read.`;
  if (status === 404) return `${url} was not found (404). Is this a Leitmotif server?`;
  return `${url} responded with ${status} instead of 200.`;
}

/** Address of another server; all requests stay below it. */
export class SiteAddress {
  /** Scheme, host and base path, if any, without a trailing slash. */
  readonly text: string;
  readonly #origin: string;
  readonly #prefix: string;

  /** @throws {DomainError} badUsage for anything but a plain http or https URL */
  constructor(address: string) {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
      throw badUsage(`${quotedExcerpt(address)} is not a server address, such as https://music.example.org.`);
    }
    // Not repeated in the message, since it contains a password.
    if (url.username !== '' || url.password !== '') throw badUsage('The address must not contain a user name or password.');
    if (url.search !== '' || url.hash !== '') throw badUsage(`The address ends before "${url.search ? '?' : '#'}".`);
    this.#origin = url.origin;
    this.#prefix = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api$/, '');
    this.text = this.#origin + this.#prefix;
  }

  url(path: string): string {
    return this.text + path;
  }

  /**
   * API path of a link. A server behind a proxy may not know its base path.
   * @throws {SetupError} if it leads to another server, which must not get the token
   */
  pathOf(link: string, from: string): string {
    const url = URL.canParse(link, this.url(from)) ? new URL(link, this.url(from)) : undefined;
    if (!url) throw new SetupError(`${this.url(from)} redirects to ${quotedExcerpt(link)}, which is not an address.`);
    if (url.origin !== this.#origin) {
      throw new SetupError(
        `${this.url(from)} redirects to another server, ${quotedExcerpt(url.origin)}, which does not receive the token. If that is the right server, use its address.`,
      );
    }
    const isBelow = this.#prefix !== '' && url.pathname.startsWith(`${this.#prefix}/`);
    return (isBelow ? url.pathname.slice(this.#prefix.length) : url.pathname) + url.search;
  }
}
