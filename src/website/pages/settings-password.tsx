import { saying } from '../addresses';
import { problemsOf, type SentForm } from '../form';
import { type Answer, seeOther } from '../page';
import { changeMe } from '../settings/documents';
import { settingsPage } from '../settings/page';
import { limitOf, notTaken } from '../sign-in';
import type { Visit } from '../visit';

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { t, to } = visit;
  const sent = await changeMe(visit, { password: form.exact('new_password'), current_password: form.exact('current_password') });
  if (sent.ok) return seeOther(saying(`${to.settings()}#password`, 'password-changed'));
  const limit = limitOf(sent, visit, t.settings.account.tooOften);
  const problems = limit ? { fields: {}, all: [limit] } : problemsOf(visit, sent, { password: 'new_password' });
  return { ...(await settingsPage(visit, { form: 'password', entered: {}, problems })), ...notTaken(sent) };
}
