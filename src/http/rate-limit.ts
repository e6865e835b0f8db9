import type { Context } from '../context';
import { message } from '../messages/message';
import { bearerToken, type FindHolder } from './authentication';
import { addressGroup, clientAddress, type IsTrusted } from './client-address';
import { HttpError } from './errors';
import { isInProcess, outermost, setAnswerHeaders } from './request';

/** Bucket limit, about 200 bytes each: caps memory at 20 MB for clients that send from many addresses. */
const maximumBuckets = 100_000;

export interface RateLimitPolicy {
  /** Name in headers and the log. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** Counted unit, in the plural. */
  readonly counted: string;
}

/** Remaining budget of a principal at one time. */
export interface Budget {
  readonly isExceeded: boolean;
  /** Whether this is the first refusal in the window. */
  readonly isFirstRefusal: boolean;
  readonly left: number;
  /** Until the budget is full again. */
  readonly millisecondsLeft: number;
}

interface Bucket {
  left: number;
  isRefused: boolean;
  readonly resetsAt: number;
}

/** Budget exceeded. */
export class RateLimitExceeded extends HttpError {
  constructor(
    readonly policy: RateLimitPolicy,
    readonly principal: string,
    readonly budget: Budget,
  ) {
    const resetsAt = new Date(Date.now() + budget.millisecondsLeft).toISOString();
    const { quota, counted, windowSeconds } = policy;
    super(429, message('rate_limited', { quota, requests: counted, seconds: windowSeconds, resetsAt }), undefined, {
      'retry-after': String(secondsOf(budget)),
      ...rateLimitHeaders(policy, budget),
    });
  }
}

/**
 * Fixed window per principal: the first request opens it, and the first one after its end opens the next. Two adjacent windows
 * admit twice the quota, at worst within a moment. Uses a monotonic clock: if the wall clock were set back, spent budgets would
 * stay empty.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    readonly policy: RateLimitPolicy,
    /** Milliseconds since an arbitrary time. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes `cost` from the budget of a principal, or nothing if less is left. */
  take(principal: string, cost = 1): Budget {
    // Whole milliseconds: fractions would accumulate rounding errors beyond the window.
    const now = Math.floor(this.now());
    let bucket = this.#buckets.get(principal);
    if (!bucket || now >= bucket.resetsAt) bucket = this.#fill(principal, now);
    const isExceeded = bucket.left < cost;
    const isFirstRefusal = isExceeded && !bucket.isRefused;
    if (isExceeded) bucket.isRefused = true;
    else bucket.left -= cost;
    return { isExceeded, isFirstRefusal, left: bucket.left, millisecondsLeft: bucket.resetsAt - now };
  }

  /** Like {@link take}, but throws 429 if less is left. */
  spend(principal: string, cost?: number): void {
    const budget = this.take(principal, cost);
    if (budget.isExceeded) throw new RateLimitExceeded(this.policy, principal, budget);
  }

  /**
   * Buckets are ordered by window, so expired ones come first. At the limit, the oldest is evicted: it would refill before all
   * others.
   */
  #fill(principal: string, now: number): Bucket {
    this.#buckets.delete(principal);
    for (const [oldest, { resetsAt }] of this.#buckets) {
      if (now < resetsAt && this.#buckets.size < maximumBuckets) break;
      this.#buckets.delete(oldest);
    }
    const bucket = { left: this.policy.quota, isRefused: false, resetsAt: now + this.policy.windowSeconds * 1000 };
    this.#buckets.set(principal, bucket);
    return bucket;
  }
}

/** Rate-limit headers (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ name, quota, windowSeconds }: RateLimitPolicy, budget: Budget): Record<string, string> {
  return { 'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`, ratelimit: `"${name}";r=${budget.left};t=${secondsOf(budget)}` };
}

/** Rounded up, so that the budget is full after that time. */
const secondsOf = ({ millisecondsLeft }: Budget): number => Math.ceil(millisecondsLeft / 1000);

/** Returns the client address of a request. */
export type AddressOf = (request: Request) => string;

/**
 * Charges one request to its user, or to its address without a valid token, before any other work. Returns the refusal if the
 * budget is spent; every API response carries both headers.
 */
export function requestBudget({ settings }: Context, addressOf: AddressOf, findPrincipal: FindHolder) {
  if (settings.rateLimit === 0) return () => undefined;
  const policy: RateLimitPolicy = {
    name: 'default',
    quota: settings.rateLimit,
    windowSeconds: settings.rateWindowSeconds,
    counted: 'requests',
  };
  const limiter = new RateLimiter(policy);
  return (request: Request, path: string): RateLimitExceeded | undefined => {
    if (!isLimited(path) || isInProcess(request)) return undefined;
    const token = bearerToken(request.headers.get('authorization'));
    const user = token === undefined ? undefined : findPrincipal(token);
    const principal = user ? user.userId : addressGroup(addressOf(request));
    const budget = limiter.take(principal);
    if (budget.isExceeded) return new RateLimitExceeded(policy, principal, budget);
    setAnswerHeaders(request, rateLimitHeaders(policy, budget));
    return undefined;
  };
}

const isLimited = (path: string): boolean => isBelow(path, '/api');

/** Whether a path equals another or lies below it. */
export const isBelow = (path: string, other: string): boolean =>
  path.startsWith(other) && (path.length === other.length || path[other.length] === '/');

/** Creates an additional budget, which throws 429 when exceeded. Without rate limiting, it does nothing. */
export function budgetOf({ settings }: Pick<Context, 'settings'>, policy: RateLimitPolicy): (principal: string, cost?: number) => void {
  if (settings.rateLimit === 0) return () => {};
  const limiter = new RateLimiter(policy);
  return (principal, cost) => limiter.spend(principal, cost);
}

/**
 * Reads client addresses through trusted proxies. A forwarded address from an untrusted peer is ignored and logged once, since a
 * proxy may be missing from the settings.
 */
export function addressReader({ peerAddress, log }: Context, isTrusted: IsTrusted): AddressOf {
  let isWarned = false;
  return (received) => {
    const request = outermost(received);
    const peer = peerAddress(request);
    const forwardedFor = request.headers.get('x-forwarded-for');
    const address = clientAddress(peer, forwardedFor, isTrusted);
    if (forwardedFor !== null && !isWarned && !isTrusted(peer)) {
      isWarned = true;
      log(
        'X-Forwarded-For ignored',
        { peer, advice: 'It comes from a proxy that trusted_proxies does not list. This is logged once.' },
        'warn',
      );
    }
    return address;
  };
}
