import { absolute, withFlash } from '../http/addresses';
import { notTaken, problemsOf, type SentForm } from '../http/form';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { readInvitation } from './documents';
import { peoplePage } from './users';

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, once, to } = context;
  const note = form.orNull('note');
  const email = form.orNull('email');
  const sent = await api.send('POST', '/api/invitations', { data: { type: 'Invitation', attributes: { note, ...(email && { email }) } } });
  if (sent.ok && email !== null) return seeOther(withFlash(`${to.administration('people')}#invitations`, 'invitation-mailed'));
  if (sent.ok) {
    const invitation: string = sent.document.data.attributes.code;
    const word = once.keep({ kind: 'invitation', name: note ?? '', text: absolute(context, to.register({ invitation })) });
    return seeOther(`${to.administration('people', { once: word })}#invitations`);
  }
  const invitation = { entered: form.entered, problems: problemsOf(context, sent) };
  return { ...(await peoplePage(context, { invitation })), ...notTaken(sent) };
}

export const invitation = {
  async get({ api, t, to }: RequestContext, { id }: IdParameter): Promise<Page> {
    const { note } = await readInvitation(api, id);
    const words = t.administration.invitations;
    const title = words.withdrawHead({ note: note ?? words.noNote });
    return confirmationPage({ title, act: words.withdraw, back: `${to.administration('people')}#invitations`, lead: words.withdrawLead });
  },

  async post({ api, to }: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
    await api.change('DELETE', `/api/invitations/${encodeURIComponent(id)}`);
    return seeOther(withFlash(`${to.administration('people')}#invitations`, 'invitation-withdrawn'));
  },
};
