import { ApiError } from '../api/client';
import { absolute, withQuery } from '../http/addresses';
import type { SentForm } from '../http/form';
import { seeOther } from '../http/page';
import type { Visit } from '../http/request-context';

/** Makes a link by which somebody sets another password. */
export async function post(visit: Visit, { id }: { readonly id: string }, form: SentForm): Promise<Response> {
  const { api, once, to } = visit;
  const sent = await api.send('POST', `/api/users/${encodeURIComponent(id)}/password-reset`);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  const { username, code } = sent.document.data.attributes as { username: string; code: string };
  const word = once.keep({ kind: 'password-reset', name: username, text: absolute(visit, to.resetPassword({ code })) });
  return seeOther(`${withQuery(to.returnPath(form.text('to')) ?? to.administration(), { once: word })}#people`);
}
