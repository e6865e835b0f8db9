import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { changeMe } from './documents';
import { settingsPage } from './settings-page';
import { limitOf, notTaken } from './sign-in';

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { t, to } = visit;
  const sent = await changeMe(visit, { password: form.exact('new_password'), current_password: form.exact('current_password') });
  if (sent.ok) return seeOther(saying(`${to.settings()}#password`, 'password-changed'));
  const limit = limitOf(sent, visit, t.settings.account.tooOften);
  const problems = limit ? { fields: {}, all: [limit] } : problemsOf(visit, sent, { password: 'new_password' });
  return { ...(await settingsPage(visit, { form: 'password', entered: {}, problems })), ...notTaken(sent) };
}
