import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, seeOther } from '../http/page';
import { problemPage } from '../http/problem-page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { readSessions } from './documents';
import { nameOf } from './session-list';

interface Parameters {
  readonly id: string;
}

export async function get(visit: Visit, { id }: Parameters): Promise<Answer> {
  const { t, to } = visit;
  const session = (await readSessions(visit)).items.find(({ _id }) => _id === id);
  if (!session) return problemPage(visit, undefined, '');
  const words = t.settings.sessions;
  const title = words.endHead(nameOf(session, words));
  const body = (
    <Confirmation title={title} act={words.end} back={`${to.settings()}#sessions`}>
      {words.endLead}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

export async function post({ api, to }: Visit, { id }: Parameters): Promise<Answer> {
  const sent = await api.send('DELETE', `/api/users/me/sessions/${encodeURIComponent(id)}`);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.settings()}#sessions`, 'session-ended'));
}
