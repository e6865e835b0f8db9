import { notFound } from '../errors';
import { answerHeadersOf, personalCaching, setAnswerHeaders } from '../http/respond';
import type { Identity } from '../jsonapi/write';
import type { Principal } from './principal';

/** In the place of a user's id in a path, or in the id of a document: whoever sends the request. */
const oneself = 'me';

/**
 * Lets only the user through whose lists the path is about; to all others they are not there, which is said before
 * anything else of the request is looked at.
 * @param given the user's id as the path has it, or `me`
 */
export function requireOwn(request: Request, { userId }: Principal, given = ''): void {
  setAnswerHeaders(request, { ...answerHeadersOf(request), ...personalCaching });
  if (given !== oneself && given.toLowerCase() !== userId) throw notFound(`There is no user ${given.slice(0, 100)}.`);
}

/** What documents may say that a record of a user's own is: also by an address with `me` in it. */
export const ownIdentity = (uuid: string, iri: string, userId: string): Identity => ({ uuid, iri, alias: iri.replace(userId, oneself) });
