import type { Context } from '../context';
import { bearerToken, type FindHolder } from './authentication';
import { Cookies } from './cookies';
import type { Answered } from './observing';
import type { PublicAddress } from './public-address';
import type { AddressOf } from './request-budget';
import { newRequestId } from './respond';

/**
 * Writes a line for every request, in which nothing stands that a stranger chose or nobody may know: the template of the route
 * instead of the path, no query, which may have the code of an invitation, and the user's id instead of their token.
 */
export function requestLog(
  { log }: Pick<Context, 'log'>,
  publicAddress: PublicAddress,
  findPrincipal: FindHolder,
  addressOf: AddressOf,
): (answered: Answered, method: string, route: string) => void {
  const cookies = new Cookies(publicAddress);
  return ({ request, response, seconds }, method, route) => {
    const token = bearerToken(request.headers.get('authorization')) ?? cookies.read(request, 'session');
    const user = token === undefined ? undefined : findPrincipal(token)?.userId;
    log('request', {
      id: requestIdOf(response),
      method,
      route,
      status: response.status,
      milliseconds: Math.round(seconds * 10_000) / 10,
      // Whoever is known by their account is not told by where they are.
      ...(user === undefined ? { address: addressOf(request) } : { user }),
    });
  };
}

/** The id that the answer has, or is given now. */
function requestIdOf({ headers }: Response): string {
  const id = headers.get('x-request-id') ?? newRequestId();
  headers.set('x-request-id', id);
  return id;
}
