import type { Context } from '../context';
import { bearerToken, type FindHolder } from './authentication';
import { addressGroup, clientAddress, type IsTrusted } from './client-address';
import { isInProcess, outermost } from './in-process';
import { type Policy, RateLimitExceeded, RateLimiter, rateLimitHeaders } from './rate-limit';
import { setAnswerHeaders } from './respond';

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
      log('X-Forwarded-For ignored', { peer, advice: 'It comes from no proxy of the setting trusted_proxies. This is said once.' }, 'warn');
    }
    return address;
  };
}
