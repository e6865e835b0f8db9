import { setTimeout } from 'node:timers/promises';
import { SetupError } from '../../errors';
import { serverVersion } from '../../version';
import type { Address } from './address';
import { type Answer, codeOf, type Patience, readJson, readLines, readStart, within } from './body';
import { type Sleep, Throttle } from './throttle';
import { Unavailable } from './unavailable';

/** As `fetch`, short of what only the platform's own has. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Sent to the server of the address, and to nobody else. */
  readonly token: string;
  readonly fetch?: Fetch;
  readonly sleep?: Sleep;
  /** Milliseconds of the epoch. */
  readonly now?: () => number;
  readonly patience?: Partial<Patience>;
  /** Told why a request is tried again, and in how many seconds. */
  readonly onRetry?: (message: string, seconds: number) => void;
  /** Ends the requests that are on their way. */
  readonly signal?: AbortSignal;
}

/** What a path answered. */
export interface ReadResult {
  readonly status: number;
  /** Where it was in the end: redirects are followed. */
  readonly path: string;
  /** Of a 200; else `undefined`. */
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

/** Pauses between the tries of a request that fails. */
const pausesSeconds = [1, 4, 15];
/** As browsers stop at twenty; one is usual. */
const maximumRedirects = 5;
/** Refusals in a row, each of them waited for as long as it said. */
const maximumRefusals = 10;

/** Reads from another server as its guest: at its pace, never endlessly, and never more than was asked for. */
export class Client {
  /** Over the line, compressed or not. */
  bytes = 0;
  /** Of the answer that is being read, where it said so. */
  totalBytes: number | undefined;
  readonly #fetch: Fetch;
  readonly #now: () => number;
  readonly #sleep: Sleep;
  readonly #patience: Patience;
  readonly #throttle: Throttle;

  constructor(
    readonly address: Address,
    private readonly options: ClientOptions,
  ) {
    this.#fetch = options.fetch ?? fetch;
    this.#now = options.now ?? Date.now;
    this.#sleep = options.sleep ?? ((milliseconds) => setTimeout(milliseconds, undefined, { signal: options.signal }));
    this.#patience = { idleSeconds: 60, documentSeconds: 300, ...options.patience };
    this.#throttle = new Throttle(this.#now, this.#sleep);
  }

  /**
   * Reads a document. Statuses other than 200 are given back where they are `accepted`.
   * @throws {Unavailable} where the server does not answer after a few tries
   * @throws {SetupError} where its answer cannot be used
   */
  read(path: string, accepted: readonly number[] = []): Promise<ReadResult> {
    return this.#persist(path, json, async (answer, at) => {
      const { status } = answer.response;
      if (accepted.includes(status)) {
        answer.abort();
        return { status, path: at, value: undefined };
      }
      this.#require(answer, json);
      return { status, path: at, value: await readJson(answer, this.#patience, this.#received, this.#now) };
    });
  }

  /** The lines of a long answer as they come. Its end is to be asked for also where it is not read to it. */
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

  /** Sends a request until it is answered: refusals are waited for, failures tried again a few times. */
  async #persist<T>(path: string, expected: Expected, use: (answer: Answer, at: string) => Promise<T>): Promise<T> {
    let refusals = 0;
    for (let failures = 0; ; ) {
      try {
        const [answer, at] = await this.#follow(path, expected);
        if (!isRefusal(answer.response)) return await use(answer, at);
        if (++refusals > maximumRefusals) throw new Unavailable(`${answer.url} refuses every request (${answer.response.status}).`, false);
        this.#throttle.refused(this.address.text, answer.response.headers, await readStart(answer, this.#patience, this.#received));
      } catch (error) {
        const pause = pausesSeconds[failures++];
        if (!(error instanceof Unavailable) || !error.isWorthAnotherTry || pause === undefined) throw error;
        this.options.signal?.throwIfAborted();
        this.options.onRetry?.(error.message, pause);
        await this.#sleep(pause * 1000);
      }
    }
  }

  /** The answer at the end of the redirects, which must all stay on the server. */
  async #follow(path: string, expected: Expected): Promise<[Answer, at: string]> {
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

  async #send(path: string, { accept }: Expected): Promise<Answer> {
    const url = this.address.url(path);
    await this.#throttle.turn(this.address.text);
    this.options.signal?.throwIfAborted();
    const connection = new AbortController();
    const abort = () => connection.abort();
    const signal = this.options.signal ? AbortSignal.any([connection.signal, this.options.signal]) : connection.signal;
    const headers = {
      accept,
      authorization: `Bearer ${this.options.token}`,
      'user-agent': `leitmotif/${serverVersion}`,
      'accept-encoding': 'zstd, gzip',
    };
    const init = { headers, redirect: 'manual', signal, decompress: false } as const;
    const response = await within(this.#fetch(url, init), this.#patience.idleSeconds, url, abort).catch((error: unknown) => {
      this.options.signal?.throwIfAborted();
      throw error instanceof SetupError ? error : new Unavailable(`${url} cannot be reached (${codeOf(error)}).`);
    });
    this.#throttle.heed(response.headers);
    const answer = { url, response, abort };
    if (response.status < 500 || isRefusal(response)) return answer;
    abort();
    throw new Unavailable(`${url} answered ${response.status}.`);
  }

  /** @throws {SetupError} unless it is a 200 of the expected type */
  #require({ url, response, abort }: Answer, { isExpected, called }: Expected): void {
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (response.status === 200 && isExpected.test(type)) return;
    abort();
    throw new SetupError(response.status === 200 ? wrongType(url, type, called) : wrongStatus(url, response.status));
  }
}

/** 429, and the 503 of a server that says when it is back. */
const isRefusal = ({ status, headers }: Response): boolean => status === 429 || (status === 503 && headers.has('retry-after'));

function wrongType(url: string, type: string, called: string): string {
  const given = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.slice(0, 60) : 'no media type';
  return `${url} answered ${given} instead of ${called}: is this the address of a Leitmotif server?`;
}

function wrongStatus(url: string, status: number): string {
  if (status === 401) return `${url} does not accept the token (401): is it one of that server, and still good?`;
  if (status === 403) return `${url} does not let this token read (403): it needs the scope catalog:read.`;
  if (status === 404) return `There is nothing at ${url} (404): is this the address of a Leitmotif server?`;
  return `${url} answered ${status} instead of 200.`;
}
