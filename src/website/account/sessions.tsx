import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';

export function get({ t, to }: Visit): Page {
  const words = t.settings.sessions;
  const body = (
    <Confirmation title={words.endOthersHead} act={words.endOthers} back={`${to.settings()}#sessions`}>
      {words.endOthersLead}
    </Confirmation>
  );
  return { title: words.endOthersHead, body, current: 'settings' };
}

export async function post({ api, to }: Visit): Promise<Answer> {
  const sent = await api.send('DELETE', '/api/users/me/sessions');
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.settings()}#sessions`, 'sessions-ended'));
}
