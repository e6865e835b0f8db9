import { saying } from '../http/addresses';
import { problemsOf, type SentForm } from '../http/form';
import { type Answer, type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { Confirmation } from '../ui/confirmation';
import { Field } from '../ui/form';
import { limitOf, notTaken } from './sign-in';

export const get = (visit: Visit): Page => deletionPage(visit);

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const { api, cookies, t, to } = visit;
  const body = { password: form.exact('password') };
  const sent = await api.send('DELETE', '/api/users/me', body, { 'content-type': 'application/json' });
  if (sent.ok) {
    cookies.forgetSession();
    return seeOther(saying(to.signIn(), 'account-deleted'));
  }
  const { fields, all } = problemsOf(visit, sent);
  const { tooOften, onlyAdministrator } = t.settings.account;
  const problem = sent.status === 409 ? onlyAdministrator : (limitOf(sent, visit, tooOften) ?? fields.password ?? all[0]);
  return { ...deletionPage(visit, problem), ...notTaken(sent) };
}

function deletionPage({ t, to }: Visit, problem?: string): Page {
  const words = t.settings.account;
  const password = (
    <Field name="password" type="password" label={t.door.password} problem={problem} autocomplete="current-password" required />
  );
  const body = (
    <Confirmation title={words.deleteHead} act={words.deleteSend} back={to.settings()} fields={password}>
      {words.deleteLead}{' '}
      <a href={to.myData()} download>
        {words.copyFirst}
      </a>
    </Confirmation>
  );
  return { title: words.deleteHead, body, current: 'settings' };
}
