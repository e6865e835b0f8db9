import { SetupError } from '../../errors';

export type Sleep = (milliseconds: number) => Promise<void>;

/** Five requests a second are 300 a minute, the limit of the interface. */
const gapMilliseconds = 200;

/** Longer waits end the run, which can be resumed later. */
export const maximumWaitSeconds = 15 * 60;

/** Wait after a refusal without a duration: the window of the interface's own limit. */
const unknownWaitSeconds = 60;

/** Schedules requests within the server's limits. */
export class Throttle {
  #nextAt = 0;

  constructor(
    private readonly now: () => number,
    private readonly sleep: Sleep,
    private readonly gap = gapMilliseconds,
  ) {}

  /** Until the next turn. */
  get waitMilliseconds(): number {
    return Math.max(0, this.#nextAt - this.now());
  }

  async turn(server: string): Promise<void> {
    const wait = this.waitMilliseconds;
    if (wait > maximumWaitSeconds * 1000) throw tooLong(server, wait / 1000);
    // Set before waiting, so that a request meanwhile waits for the next turn.
    this.#nextAt = Math.max(this.#nextAt, this.now()) + this.gap;
    if (wait > 0) await this.sleep(wait);
  }

  /** Applies the rate-limit headers of a response: without budget, the next request waits for the next window. */
  heed(headers: Headers): void {
    const budget = readBudget(headers.get('ratelimit') ?? '');
    if (budget?.left === 0) this.#waitFor(budget.seconds);
  }

  /** Applies a refusal: 429, or 503 with Retry-After. */
  refused(server: string, headers: Headers, body: string): void {
    const seconds =
      retryAfter(headers.get('retry-after'), this.now()) ?? budgetOf(headers) ?? statedIn(body, this.now()) ?? unknownWaitSeconds;
    if (seconds > maximumWaitSeconds) throw tooLong(server, seconds);
    this.#waitFor(Math.max(seconds, 1));
  }

  #waitFor(seconds: number): void {
    this.#nextAt = Math.max(this.#nextAt, this.now() + seconds * 1000);
  }
}

const tooLong = (server: string, seconds: number): Unavailable =>
  new Unavailable(
    `${server} asks to wait ${Math.ceil(seconds)} seconds, more than the limit of ${maximumWaitSeconds}. Run the same command later to resume.`,
    false,
  );

/** `"default";r=0;t=12` (draft-ietf-httpapi-ratelimit-headers-10), or the older `remaining=0, reset=12`. */
export function readBudget(header: string): { readonly left: number; readonly seconds: number } | undefined {
  const left = /(?:^|[;,\s])(?:r|remaining)=(\d{1,9})/.exec(header)?.[1];
  const seconds = /(?:^|[;,\s])(?:t|reset)=(\d{1,9})/.exec(header)?.[1];
  return left === undefined || seconds === undefined ? undefined : { left: Number(left), seconds: Number(seconds) };
}

const budgetOf = (headers: Headers): number | undefined => {
  const budget = readBudget(headers.get('ratelimit') ?? '');
  return budget?.left === 0 ? budget.seconds : undefined;
};

/** Seconds or an HTTP date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  return secondsUntil(header, now);
}

/** Refusals of the interface state in their detail when the budget is full again. */
const statedIn = (body: string, now: number): number | undefined =>
  secondsUntil(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/.exec(body)?.[0] ?? '', now);

function secondsUntil(time: string, now: number): number | undefined {
  const at = Date.parse(time);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The server does not respond for now: it is down, restarting or asks to wait. Unlike a wrong response, this may pass. */
export class Unavailable extends SetupError {
  constructor(
    message: string,
    /** Whether retrying within a minute makes sense. */
    readonly isWorthAnotherTry = true,
  ) {
    super(message);
  }
}
