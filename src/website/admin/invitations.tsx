import { notTaken } from '../account/sign-in';
import { absolute } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { administrationPage } from './overview';

/** Makes a link by which somebody makes an account. */
export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, once, to } = visit;
  const note = form.orNull('note');
  const sent = await api.send('POST', '/api/invitations', { data: { type: 'Invitation', attributes: { note } } });
  if (sent.ok) {
    const invitation: string = sent.document.data.attributes.code;
    const word = once.keep({ kind: 'invitation', name: note ?? '', text: absolute(visit, to.register({ invitation })) });
    return seeOther(`${to.administration({ once: word })}#invitations`);
  }
  const { fields, all } = problemsOf(visit, sent);
  const page = await administrationPage(visit, { invitation: fields.note ?? all.join(' ') });
  return { ...page, ...notTaken(sent) };
}
