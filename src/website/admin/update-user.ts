import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import type { Texts } from '../i18n';

/**
 * Changes what somebody may do here, and leads back with word of it.
 * @param back the page that the form stands on
 * @throws {ApiError} where the API refuses, but for the last administrator: that is said as a notice
 */
export async function changeStanding(
  { api, to }: Visit,
  id: string,
  attributes: { readonly role: string } | { readonly disabled: boolean },
  { said, back }: { readonly said: keyof Texts['notices']; readonly back: string },
): Promise<Response> {
  const path = `/api/users/${encodeURIComponent(id)}`;
  const sent = await api.send('PATCH', path, { data: { id: path, type: 'User', attributes } });
  const address = `${to.returnPath(back) ?? to.administration()}#people`;
  if (sent.ok) return seeOther(saying(address, said));
  if (sent.status === 409) return seeOther(saying(address, 'only-administrator'));
  throw new ApiError(sent.status, sent.document, sent.headers);
}
