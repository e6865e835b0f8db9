import { saying } from '../addresses';
import { ApiError } from '../api';
import { seeOther } from '../page';
import type { Texts } from '../texts';
import type { Visit } from '../visit';

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
