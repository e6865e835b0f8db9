import { notFound } from '../errors';
import { answerHeadersOf, setAnswerHeaders } from '../http/respond';
import type { Principal } from './principal';

/** What no cache may keep, not even the client's: it is one user's own. */
const personalCaching = { 'cache-control': 'private, no-store' };

/**
 * Lets only the user through whose lists the path is about; to all others they are not there, which is said before
 * anything else of the request is looked at.
 */
export function requireOwn(request: Request, { userId }: Principal, given = ''): void {
  setAnswerHeaders(request, { ...answerHeadersOf(request), ...personalCaching });
  if (given.toLowerCase() !== userId) throw notFound(`There is no User ${given.slice(0, 100)}.`);
}
