import { HttpError } from '../http/errors';
import { plainTag } from '../http/negotiation';
import { message } from '../messages/message';

/**
 * Requires If-Match with the current ETag, strongly compared (RFC 9110, section 13.1.1).
 * @throws {HttpError} 428 without it (RFC 6585, section 3); 412 with the current ETag on a mismatch
 */
export function requireSeen(request: Request, tag: string): void {
  const given = request.headers.get('if-match');
  if (given === null) throw new HttpError(428, message('missing_if_match'), { header: 'If-Match' });
  const isSeen = given.trim() === '*' || given.split(',').some((one) => plainTag(one.trim()) === tag);
  if (isSeen) return;
  const detail = message('stale_record');
  throw new HttpError(412, detail, { header: 'If-Match' }, { etag: tag });
}
