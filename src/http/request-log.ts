import type { Context } from '../context';
import { bearerToken, type FindHolder } from './authentication';
import { Cookies } from './cookies';
import type { Answered } from './observing';
import type { PublicAddress } from './public-address';
import type { AddressOf } from './request-budget';
import { newRequestId } from './respond';

/**
 * Writes a line for every request, once its route has a name: all else is looked at while the answer is ready. In it nothing
 * stands that a stranger chose or nobody may know: the template of the route instead of the path, no query, which may have the
 * code of an invitation, and the user's id instead of their token.
 */
export function requestLog(
  { log }: Pick<Context, 'log'>,
  publicAddress: PublicAddress,
  findPrincipal: FindHolder,
  addressOf: AddressOf,
): (answered: Answered) => (route: string) => void {
  const cookies = new Cookies(publicAddress);
  return ({ request, response, seconds }) => {
    const token = bearerToken(request.headers.get('authorization')) ?? cookies.read(request, 'session');
    const user = token === undefined ? undefined : findPrincipal(token)?.userId;
    const { method } = request;
    const answer = { status: response.status, milliseconds: Math.round(seconds * 10_000) / 10 };
    // Whoever is known by their account is not told by where they are.
    const who = user === undefined ? { address: addressOf(request) } : { user };
    const id = requestIdOf(response);
    return (route) => log('request', { id, method, route, ...answer, ...who });
  };
}

/** The id that the answer has, or is given now. */
function requestIdOf({ headers }: Response): string {
  const id = headers.get('x-request-id') ?? newRequestId();
  headers.set('x-request-id', id);
  return id;
}
