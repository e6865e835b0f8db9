import { jsonApiMediaType } from './media-type';

/** The most buckets kept: some 150 bytes each. Past it the one whose window began first is let go. */
const maximumBuckets = 100_000;

/** What one principal has left of its budget, at one reading of the clock. */
export interface Budget {
  readonly isExceeded: boolean;
  readonly left: number;
  /** When the budget is whole again, in milliseconds of the epoch. */
  readonly resetsAt: number;
  /** Until then, rounded up. */
  readonly secondsLeft: number;
}

interface Bucket {
  left: number;
  readonly resetsAt: number;
}

/**
 * A token bucket for each principal that is filled again at once, a window after its first request: no window, wherever
 * it is laid, that begins with a request admits more than the quota.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    readonly quota: number,
    readonly windowSeconds: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** How many principals are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Takes one request from the budget of a principal. */
  take(principal: string): Budget {
    const now = this.now();
    let bucket = this.#buckets.get(principal);
    if (!bucket || now >= bucket.resetsAt) bucket = this.#fill(principal, now);
    const isExceeded = bucket.left === 0;
    if (!isExceeded) bucket.left--;
    return { isExceeded, left: bucket.left, resetsAt: bucket.resetsAt, secondsLeft: Math.ceil((bucket.resetsAt - now) / 1000) };
  }

  /** Buckets stand in the order of their windows, so those whose window has passed are the first. */
  #fill(principal: string, now: number): Bucket {
    this.#buckets.delete(principal);
    for (const [oldest, { resetsAt }] of this.#buckets) {
      if (now < resetsAt && this.#buckets.size < maximumBuckets) break;
      this.#buckets.delete(oldest);
    }
    const bucket = { left: this.quota, resetsAt: now + this.windowSeconds * 1000 };
    this.#buckets.set(principal, bucket);
    return bucket;
  }

  /** The headers of an answer (draft-ietf-httpapi-ratelimit-headers-10). */
  headers({ left, secondsLeft }: Budget): Record<string, string> {
    return { 'ratelimit-policy': `"default";q=${this.quota};w=${this.windowSeconds}`, ratelimit: `"default";r=${left};t=${secondsLeft}` };
  }

  /** The answer to a request that is too many. Its shape is the interface's own: the status is text, and nothing else is in it. */
  refusal(budget: Budget): Response {
    const detail = `Only ${this.quota} requests are allowed in ${this.windowSeconds} seconds. The budget is whole again at ${new Date(budget.resetsAt).toISOString()}.`;
    return new Response(JSON.stringify({ errors: [{ status: '429', title: 'Rate Limit Exceeded', detail }] }), {
      status: 429,
      headers: {
        'content-type': jsonApiMediaType,
        'cache-control': 'no-store',
        'retry-after': String(budget.secondsLeft),
        ...this.headers(budget),
      },
    });
  }
}
