import { DomainError, invalid } from '../../errors';
import { readBytes } from '../../http/body';
import { requireFormToken } from '../../http/cookies';
import { HttpError } from '../../http/errors';
import type { PublicAddress } from '../../http/public-address';
import { message } from '../../messages/message';
import { SentForm, tokenField } from './form';
import type { RequestContext } from './request-context';
import { requireSameOrigin } from './same-origin';

/** What browsers send forms as (HTML, section 4.10.21.6), short of the one that cannot be read back. */
const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i;

/**
 * The form of a request, where a page of this server sent it.
 * @throws {DomainError} forbidden for one of another site, too large, or invalid for what is no form
 */
export async function readForm({ request }: RequestContext, address: PublicAddress, maximumBytes: number): Promise<SentForm> {
  requireSameOrigin(request, address);
  const type = request.headers.get('content-type') ?? '';
  if (!formTypes.test(type)) throw new HttpError(415, message('form_media_type'), { header: 'Content-Type' });
  const bytes = await readBytes(request, maximumBytes);
  try {
    return new SentForm(await new Response(bytes, { headers: { 'content-type': type } }).formData());
  } catch {
    throw invalid('unreadable_form');
  }
}

/** Whether a form was made for the session that sends it, and lately enough. */
export function isCurrent(form: SentForm, secret: string): boolean {
  try {
    requireFormToken(secret, form.exact(tokenField));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
