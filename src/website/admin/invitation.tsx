import { ApiError } from '../api/client';
import { saying } from '../http/addresses';
import { type Answer, type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { readInvitation } from './documents';

interface Parameters {
  readonly id: string;
}

export async function get({ api, t, to }: Visit, { id }: Parameters): Promise<Page> {
  const { note } = await readInvitation(api, id);
  const words = t.administration.invitations;
  const title = words.withdrawHead(note ?? words.noNote);
  const body = (
    <Confirmation title={title} act={words.withdraw} back={`${to.administration()}#invitations`}>
      {words.withdrawLead}
    </Confirmation>
  );
  return { title, body, current: 'settings' };
}

export async function post({ api, to }: Visit, { id }: Parameters): Promise<Answer> {
  const sent = await api.send('DELETE', `/api/invitations/${encodeURIComponent(id)}`);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.administration()}#invitations`, 'invitation-withdrawn'));
}
