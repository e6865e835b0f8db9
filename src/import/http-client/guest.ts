import { setTimeout } from 'node:timers/promises';
import { SetupError } from '../../errors';
import { type Answer, codeOf, within } from './body';
import { type Sleep, Throttle, Unavailable } from './throttle';

/** As `fetch`, short of what only the platform's own has. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface GuestOptions {
  readonly fetch?: Fetch;
  readonly sleep?: Sleep;
  /** Milliseconds of the epoch. */
  readonly now?: () => number;
  readonly onRetry?: (message: string, seconds: number) => void;
  readonly signal?: AbortSignal;
}

const pausesSeconds = [1, 4, 15];

/** Refusals in a row, each of them waited for as long as it said. */
const maximumRefusals = 10;

/** What a try gives that the server refused, once the throttle knows what it said of waiting. */
export class Refusal {
  /** @param sentence what is said where every try is refused */
  constructor(readonly sentence: string) {}
}

/** An HTTP client for other servers: rate-limited, with a bounded number of retries. */
export class Guest {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly throttle: Throttle;
  readonly #sleep: Sleep;

  /** @param gapMilliseconds between two requests, at least */
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
   * Tries until there is an answer: refusals are waited for, failures tried again a few times.
   * @throws {Unavailable} where there is none by then
   */
  async persist<T>(attempt: () => Promise<T | Refusal>): Promise<T> {
    let refusals = 0;
    for (let failures = 0; ; ) {
      try {
        const answer = await attempt();
        if (!(answer instanceof Refusal)) return answer;
        if (++refusals > maximumRefusals) throw new Unavailable(answer.sentence, false);
      } catch (error) {
        const pause = pausesSeconds[failures++];
        if (!(error instanceof Unavailable) || !error.isWorthAnotherTry || pause === undefined) throw error;
        this.options.signal?.throwIfAborted();
        this.options.onRetry?.(error.message, pause);
        await this.#sleep(pause * 1000);
      }
    }
  }

  /**
   * Sends one request, and follows nothing: what comes is read, or ended, by whoever asked.
   * @param called how it is named where it fails
   * @throws {Unavailable} where there is no answer in time
   */
  async send(url: string, called: string, headers: Readonly<Record<string, string>>, idleSeconds: number): Promise<Answer> {
    const { signal: outer } = this.options;
    outer?.throwIfAborted();
    const connection = new AbortController();
    const abort = () => connection.abort();
    const signal = outer ? AbortSignal.any([connection.signal, outer]) : connection.signal;
    const init = { headers, redirect: 'manual', signal, decompress: false } as const;
    const response = await within(this.fetch(url, init), idleSeconds, called, abort).catch((error: unknown) => {
      outer?.throwIfAborted();
      throw error instanceof SetupError ? error : new Unavailable(`${called} cannot be reached (${codeOf(error)}).`);
    });
    return { url: called, response, abort };
  }
}
