import { saying } from '../addresses';
import { problemsOf, type SentForm } from '../form';
import { type Answer, seeOther } from '../page';
import { changeMe } from '../settings/documents';
import { settingsPage } from '../settings/page';
import { notTaken } from '../sign-in';
import type { Visit } from '../visit';

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const sent = await changeMe(visit, { email: form.orNull('email') });
  if (sent.ok) return seeOther(saying(`${visit.to.settings()}#email`, 'email-kept'));
  const problems = problemsOf(visit, sent);
  return { ...(await settingsPage(visit, { form: 'email', entered: form.entered, problems })), ...notTaken(sent) };
}
