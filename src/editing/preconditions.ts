import { plainTag } from '../http/encoding';
import { HttpError } from '../http/errors';

/**
 * A change is made from what was read: If-Match says so, and compares strongly (RFC 9110, section 13.1.1).
 * @throws {HttpError} 428 without it (RFC 6585, section 3); 412 with the present tag, where it names another state
 */
export function requireSeen(request: Request, tag: string): void {
  const given = request.headers.get('if-match');
  if (given === null)
    throw new HttpError(428, 'A change needs If-Match with the ETag of the record as it was read.', { header: 'If-Match' });
  const isSeen = given.trim() === '*' || given.split(',').some((one) => plainTag(one.trim()) === tag);
  if (isSeen) return;
  const detail = 'Somebody changed the record since it was read. Read it again, and change that.';
  throw new HttpError(412, detail, { header: 'If-Match' }, { etag: tag });
}
