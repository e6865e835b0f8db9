import { setTimeout } from 'node:timers/promises';
import { SetupError } from '../errors';
import { maximumPictureBytes } from '../http/body';
import { type Answer, chunks, codeOf, within } from '../import/http-client/body';
import type { Fetch } from '../import/http-client/client';
import { type Sleep, Throttle } from '../import/http-client/throttle';
import { Unavailable } from '../import/http-client/unavailable';
import { serverVersion } from '../version';

export interface ArchiveOptions {
  readonly address: string;
  /** How its operators can reach whoever asks: an e-mail or a web address. */
  readonly contact: string;
  readonly fetch?: Fetch;
  readonly sleep?: Sleep;
  /** Milliseconds of the epoch. */
  readonly now?: () => number;
  /** Told why a request is tried again, and in how many seconds. */
  readonly onRetry?: (message: string, seconds: number) => void;
  readonly signal?: AbortSignal;
}

/** One request in a second is what MusicBrainz asks of programs for all of its services. */
const gapMilliseconds = 1_000;

const pausesSeconds = [1, 4, 15];

const maximumRefusals = 10;

/** From the archive to the machine of the Internet Archive that has the file. */
const maximumRedirects = 5;

const patience = { idleSeconds: 60, documentSeconds: 300 };

export interface FrontPicture {
  readonly bytes: Uint8Array;
  /** Where it was asked for. */
  readonly url: `http${string}`;
}

/** Asks the Cover Art Archive (https://musicbrainz.org/doc/Cover_Art_Archive/API), one request at a time, with a name and a contact. */
export class CoverArtArchive {
  readonly #fetch: Fetch;
  readonly #throttle: Throttle;
  readonly #sleep: Sleep;

  constructor(private readonly options: ArchiveOptions) {
    this.#fetch = options.fetch ?? fetch;
    this.#sleep = options.sleep ?? ((milliseconds) => setTimeout(milliseconds, undefined, { signal: options.signal }));
    this.#throttle = new Throttle(options.now ?? Date.now, this.#sleep, gapMilliseconds);
  }

  /**
   * The front of a release or of a release group; `undefined` where the archive has none.
   * @throws {Unavailable} where it does not answer after a few tries
   */
  async front(kind: 'release' | 'release-group', mbid: string): Promise<FrontPicture | undefined> {
    const url = new URL(`${kind}/${mbid}/front-1200`, this.options.address.replace(/\/?$/, '/')).href as `http${string}`;
    let refusals = 0;
    for (let failures = 0; ; ) {
      try {
        const answer = await this.#follow(url);
        const { status, headers } = answer.response;
        if (status === 200) return { bytes: await this.#read(answer), url };
        answer.abort();
        // What is no id there has no cover either.
        if ([400, 404, 410].includes(status)) return undefined;
        if (++refusals > maximumRefusals) throw new Unavailable(`${this.options.address} refuses every request.`, false);
        this.#throttle.refused(this.options.address, headers, '');
        this.options.onRetry?.(`${this.options.address} asks for patience.`, 0);
      } catch (error) {
        const pause = pausesSeconds[failures++];
        if (!(error instanceof Unavailable) || !error.isWorthAnotherTry || pause === undefined) throw error;
        this.options.signal?.throwIfAborted();
        this.options.onRetry?.(error.message, pause);
        await this.#sleep(pause * 1000);
      }
    }
  }

  async #follow(from: string): Promise<Answer> {
    await this.#throttle.turn(this.options.address);
    let url = from;
    for (let times = 0; times <= maximumRedirects; times++) {
      const answer = await this.#send(url);
      const location = answer.response.headers.get('location');
      if (answer.response.status < 300 || answer.response.status >= 400 || location === null) return answer;
      answer.abort();
      url = this.#requireKnown(URL.parse(location, url));
    }
    throw new Unavailable(`${from} redirects more than ${maximumRedirects} times.`, false);
  }

  /** The archive leads to machines of the Internet Archive, and to nothing else: no address of this network is asked by its word. */
  #requireKnown(url: URL | null): string {
    const { host, protocol } = new URL(this.options.address);
    const isKnown = url?.host === host || (url?.protocol === 'https:' && /(?:^|\.)archive\.org$/.test(url.hostname));
    if (!url || !isKnown || (protocol === 'https:' && url.protocol === 'http:'))
      throw new SetupError(`${this.options.address} leads to a place that is neither its own nor of archive.org.`);
    return url.href;
  }

  /** An answer of 2xx, 3xx or 4xx that says what is there, or asks for patience. */
  async #send(url: string): Promise<Answer> {
    this.options.signal?.throwIfAborted();
    const connection = new AbortController();
    const abort = () => connection.abort();
    const signal = this.options.signal ? AbortSignal.any([connection.signal, this.options.signal]) : connection.signal;
    const headers = {
      accept: 'image/*',
      'user-agent': `leitmotif/${serverVersion} (${this.options.contact})`,
      'accept-encoding': 'identity',
    };
    const init = { headers, redirect: 'manual', signal, decompress: false } as const;
    const response = await within(this.#fetch(url, init), patience.idleSeconds, url, abort).catch((error: unknown) => {
      this.options.signal?.throwIfAborted();
      throw error instanceof SetupError ? error : new Unavailable(`${url} cannot be reached (${codeOf(error)}).`);
    });
    if (response.status < 400 || [400, 404, 410, 429, 503].includes(response.status)) return { url, response, abort };
    abort();
    if (response.status >= 500) throw new Unavailable(`${url} answered ${response.status}.`);
    throw new SetupError(`${url} answered ${response.status} instead of 200: is ${this.options.address} the right address?`);
  }

  async #read(answer: Answer): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunks(answer, patience, () => {})) {
      size += chunk.byteLength;
      if (size > maximumPictureBytes) return new Uint8Array();
      parts.push(chunk);
    }
    return Buffer.concat(parts);
  }
}
