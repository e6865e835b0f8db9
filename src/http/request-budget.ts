import type { Principal } from '../accounts/principal';
import type { Context } from '../context';
import { bearerToken } from './authentication';
import { addressGroup, clientAddress, type IsTrusted } from './client-address';
import { RateLimiter } from './rate-limit';
import { setAnswerHeaders } from './respond';

/** Says from which address a request came, proxies seen through. */
export type AddressOf = (request: Request) => string;

/**
 * Spends one request of the budget of whoever sends it, before anything else is done for it: the user of a good token,
 * else the address. Gives the refusal where the budget is spent; the API's every answer carries the two headers.
 */
export function requestBudget({ settings }: Context, addressOf: AddressOf, findPrincipal: (token: string) => Principal | undefined) {
  if (settings.rateLimit === 0) return () => undefined;
  const limiter = new RateLimiter(settings.rateLimit, settings.rateWindowSeconds);
  return ({ request }: { request: Request }): Response | undefined => {
    if (!isLimited(request.url)) return undefined;
    const token = bearerToken(request.headers.get('authorization'));
    const principal = token === undefined ? undefined : findPrincipal(token);
    const budget = limiter.take(principal ? principal.userId : addressGroup(addressOf(request)));
    if (budget.isExceeded) return limiter.refusal(budget);
    setAnswerHeaders(request, limiter.headers(budget));
    return undefined;
  };
}

/** The API, short of the documentation page and the files it loads. */
function isLimited(url: string): boolean {
  const path = url.indexOf('/', 8);
  return url.startsWith('/api', path) && !url.startsWith('/api/docs', path);
}

/**
 * Reads addresses, through the proxies that an operator trusts. A forwarded address from anyone else is not believed,
 * and said once in the log: it may be a proxy that was forgotten in the settings.
 */
export function addressReader({ peerAddress, log }: Context, isTrusted: IsTrusted): AddressOf {
  let isWarned = false;
  return (request) => {
    const peer = peerAddress(request);
    const forwardedFor = request.headers.get('x-forwarded-for');
    const address = clientAddress(peer, forwardedFor, isTrusted);
    if (forwardedFor !== null && !isWarned && !isTrusted(peer)) {
      isWarned = true;
      log('X-Forwarded-For ignored', { peer, advice: 'It comes from no proxy of the setting trusted_proxies. This is said once.' });
    }
    return address;
  };
}
