import type { Context } from '../context';
import { message } from '../messages/message';
import { bearerToken, type FindHolder } from './authentication';
import { addressGroup, clientAddress, type IsTrusted } from './client-address';
import { HttpError } from './errors';
import { isInProcess, outermost } from './in-process';
import { setAnswerHeaders } from './respond';

/**
 * The most buckets that a limiter keeps, each some 200 bytes: enough for as many users and addresses as one server
 * answers, and no more memory than 20 MB for whoever sends from as many addresses as they like.
 */
const maximumBuckets = 100_000;

export interface Policy {
  /** Under which the headers and the log speak of it. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** What it counts, in the plural. */
  readonly counted: string;
}

/** What one principal has left of its budget, at one reading of the clock. */
export interface Budget {
  readonly isExceeded: boolean;
  /** Whether nothing of this window was refused before. */
  readonly isFirstRefusal: boolean;
  readonly left: number;
  /** Until the budget is whole again. */
  readonly millisecondsLeft: number;
}

interface Bucket {
  left: number;
  isRefused: boolean;
  readonly resetsAt: number;
}

/** A budget is spent. */
export class RateLimitExceeded extends HttpError {
  constructor(
    readonly policy: Policy,
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
 * A token bucket for each principal that is filled again at once, a window after its first request: no window, wherever
 * it is laid, that begins with a request admits more than the quota. Its clock only goes forward: that of the wall is
 * set back now and then, and whoever had spent a budget would wait for it to come round again.
 */
export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    readonly policy: Policy,
    /** In milliseconds from any moment. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes `cost` from the budget of a principal; nothing where less is left. */
  take(principal: string, cost = 1): Budget {
    // In whole milliseconds: with fractions, what is added and taken away again may leave more than the window.
    const now = Math.floor(this.now());
    let bucket = this.#buckets.get(principal);
    if (!bucket || now >= bucket.resetsAt) bucket = this.#fill(principal, now);
    const isExceeded = bucket.left < cost;
    const isFirstRefusal = isExceeded && !bucket.isRefused;
    if (isExceeded) bucket.isRefused = true;
    else bucket.left -= cost;
    return { isExceeded, isFirstRefusal, left: bucket.left, millisecondsLeft: bucket.resetsAt - now };
  }

  /** As {@link take}, for a budget that only its end is said of: throws a 429 where less is left. */
  spend(principal: string, cost?: number): void {
    const budget = this.take(principal, cost);
    if (budget.isExceeded) throw new RateLimitExceeded(this.policy, principal, budget);
  }

  /**
   * Buckets stand in the order of their windows, so those whose window has passed are the first. Where there are too many,
   * the oldest goes: it is the one that would have been whole again before all others.
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

/** The headers of an answer (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitHeaders({ name, quota, windowSeconds }: Policy, budget: Budget): Record<string, string> {
  return { 'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`, ratelimit: `"${name}";r=${budget.left};t=${secondsOf(budget)}` };
}

/** Rounded up: whoever waits so long comes to a whole budget. */
const secondsOf = ({ millisecondsLeft }: Budget): number => Math.ceil(millisecondsLeft / 1000);

/** Says from which address a request came, proxies seen through. */
export type AddressOf = (request: Request) => string;

/**
 * Spends one request of the budget of whoever sends it, before anything else is done for it: the user of a good token,
 * else the address. Gives the refusal where the budget is spent; the API's every answer carries the two headers.
 */
export function requestBudget({ settings }: Context, addressOf: AddressOf, findPrincipal: FindHolder) {
  if (settings.rateLimit === 0) return () => undefined;
  const policy: Policy = {
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

/** Whether a path is another one, or leads on from it. */
export const isBelow = (path: string, other: string): boolean =>
  path.startsWith(other) && (path.length === other.length || path[other.length] === '/');

/**
 * Makes the check of a budget beside that of all requests: it spends one of a principal's, or as many as it is told, and throws a
 * 429 where fewer are left. Where requests are not limited, nothing is.
 */
export function budgetOf({ settings }: Context, policy: Policy): (principal: string, cost?: number) => void {
  if (settings.rateLimit === 0) return () => {};
  const limiter = new RateLimiter(policy);
  return (principal, cost) => limiter.spend(principal, cost);
}

/**
 * Reads addresses, through the proxies that an operator trusts. A forwarded address from anyone else is not believed,
 * and said once in the log: it may be a proxy that was forgotten in the settings.
 */
export function addressReader({ peerAddress, log }: Context, isTrusted: IsTrusted): AddressOf {
  let isWarned = false;
  return (asked) => {
    const request = outermost(asked);
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
