import { isPlainPath, presentPlainError } from '../accounts/plain-json';
import { presentError, presentInvalid } from '../api/errors';
import { methodNotAllowed } from '../api/read/reads';
import { Invalid } from '../api/write/write';
import type { Context } from '../context';
import { invalid, notFound } from '../errors';
import { HttpError, httpErrorOf } from '../http/errors';
import { type AddressOf, RateLimitExceeded } from '../http/rate-limit';
import { loggedPath } from '../http/request';
import { newRequestId } from '../http/respond';
import { message } from '../messages/message';
import { isFull, isUnusable } from '../store/database/availability';

/**
 * @param code of the router
 * @param path the route it found
 */
export type ErrorAnswer = (error: unknown, request: Request, path: string, code?: string | number) => Response;

/**
 * The only place that turns errors into HTTP responses. Errors that clients must not see are logged under the id in the
 * response.
 * @param methodsOf allowed methods of a path
 */
export function errorAnswer({ log, meter }: Context, addressOf: AddressOf, methodsOf: (path: string) => readonly string[]): ErrorAnswer {
  return (error, request, path, code) => {
    const id = newRequestId();
    if (error instanceof Invalid) return presentInvalid(error, request, path, id);
    const { method } = request;
    const requested = { method, path: loggedPath(path) };
    const known = httpErrorOf(error) ?? httpErrorOf(ofRouter(code, method, path, methodsOf));
    if (known instanceof RateLimitExceeded) meter?.rateLimited(known.policy.name);
    if (known instanceof RateLimitExceeded && known.budget.isFirstRefusal) {
      const { policy, principal } = known;
      log('rate limit exceeded', { id, address: addressOf(request), policy: policy.name, principal, ...requested }, 'warn');
    }
    if (isFull(error)) log('disk full', { id, ...requested, error: (error as Error).message }, 'error');
    else if (isUnusable(error)) log('files unusable', { id, ...requested, error: (error as Error).message }, 'error');
    if (!known) {
      const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log('request failed', { id, ...requested, error: what }, 'error');
    }
    const presented = known ?? new HttpError(500, message('internal_error'));
    return isPlainPath(path) ? presentPlainError(presented, request, id) : presentError(presented, request, path, id);
  };
}

/** Errors of the router. */
function ofRouter(code: string | number | undefined, method: string, path: string, methodsOf: (path: string) => readonly string[]) {
  if (code === 'PARSE' || code === 'VALIDATION') return invalid('unreadable_body');
  if (code !== 'NOT_FOUND') return undefined;
  const methods = methodsOf(path);
  const isOtherMethod = methods.length > 0 && !methods.includes(method);
  return isOtherMethod ? methodNotAllowed(methods) : notFound('no_address', { path: path.slice(0, 200) });
}
