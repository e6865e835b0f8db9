import { setTimeout } from 'node:timers/promises';
import { SetupError } from '../../errors';
import { type ClientResponse, codeOf, stalled, within } from './body';
import { type Sleep, Throttle, Unavailable } from './throttle';

/** Subset of `fetch`, without platform extras. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuestOptions {
  readonly fetch?: Fetch;
  readonly sleep?: Sleep;
  /** Unix time in milliseconds. */
  readonly now?: () => number;
  readonly onRetry?: (message: string, seconds: number) => void;
  readonly signal?: AbortSignal;
  /** False for requests that a person waits for: they are tried once. */
  readonly isPatient?: boolean;
}

const pausesSeconds = [1, 4, 15];

/** Consecutive refusals, each waited for as requested. */
const maximumRefusals = 10;

/** Result of a refused try; the throttle already knows how long to wait. */
export class Refusal {
  /** @param sentence message if every try is refused */
  constructor(readonly sentence: string) {}
}

/** An HTTP client for other servers: rate-limited, with a bounded number of retries. */
export class Guest {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly throttle: Throttle;
  readonly #sleep: Sleep;

  /** @param gapMilliseconds minimum between two requests */
  constructor(
    private readonly options: GuestOptions,
    gapMilliseconds?: number,
  ) {
    const { signal } = options;
    this.fetch = options.fetch ?? fetch;
    this.now = options.now ?? Date.now;
    this.#sleep = options.sleep ?? ((milliseconds) => setTimeout(milliseconds, undefined, { signal }));
    this.throttle = new Throttle(this.now, this.#sleep, gapMilliseconds);
  }

  /**
   * Retries until there is a response: waits after refusals, and retries failures a few times.
   * @throws {Unavailable} if there is none
   */
  async persist<T>(attempt: () => Promise<T | Refusal>): Promise<T> {
    const { isPatient = true } = this.options;
    let refusals = isPatient ? 0 : maximumRefusals;
    for (let failures = 0; ; ) {
      try {
        const answer = await attempt();
        if (!(answer instanceof Refusal)) return answer;
        if (++refusals > maximumRefusals) throw new Unavailable(answer.sentence, false);
      } catch (error) {
        const pause = isPatient ? pausesSeconds[failures++] : undefined;
        if (!(error instanceof Unavailable) || !error.isWorthAnotherTry || pause === undefined) throw error;
        this.options.signal?.throwIfAborted();
        this.options.onRetry?.(error.message, pause);
        await this.#sleep(pause * 1000);
      }
    }
  }

  /**
   * Sends one request without following redirects; the caller reads or cancels the body.
   * @param called name in error messages
   * @throws {Unavailable} on timeout
   */
  async send(url: string, called: string, headers: Readonly<Record<string, string>>, idleSeconds: number): Promise<ClientResponse> {
    const { signal: outer } = this.options;
    outer?.throwIfAborted();
    const connection = new AbortController();
    const abort = () => connection.abort();
    const signal = outer ? AbortSignal.any([connection.signal, outer]) : connection.signal;
    const init = { headers, redirect: 'manual', signal, decompress: false } as const;
    const response = await within(this.fetch(url, init), idleSeconds, stalled(called, idleSeconds), abort).catch((error: unknown) => {
      outer?.throwIfAborted();
      throw error instanceof SetupError ? error : new Unavailable(`${called} cannot be reached (${codeOf(error)}).`);
    });
    return { url: called, response, abort };
  }
}
