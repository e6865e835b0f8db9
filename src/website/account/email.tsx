import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { changeMe } from './documents';
import { settingsPage } from './settings-page';
import { notTaken } from './sign-in';

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const sent = await changeMe(visit, { email: form.orNull('email') });
  if (sent.ok) return seeOther(saying(`${visit.to.settings()}#email`, 'email-kept'));
  const problems = problemsOf(visit, sent);
  return { ...(await settingsPage(visit, { form: 'email', entered: form.entered, problems })), ...notTaken(sent) };
}
