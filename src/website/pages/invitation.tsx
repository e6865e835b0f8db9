import { saying } from '../addresses';
import { readInvitation } from '../administration/documents';
import { ApiError } from '../api';
import { Confirmation } from '../components/confirmation';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

interface Parameters {
  readonly id: string;
}

export async function show({ api, t, to }: Visit, { id }: Parameters): Promise<Page> {
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

export async function send({ api, to }: Visit, { id }: Parameters): Promise<Answer> {
  const sent = await api.send('DELETE', `/api/invitations/${encodeURIComponent(id)}`);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${to.administration()}#invitations`, 'invitation-withdrawn'));
}
