import { isSetUp } from '../api/server-meta';
import { saying } from '../http/addresses';
import { noProblems, type Problems, problemsOf, type SentForm } from '../http/form';
import { type Answer, type Page, seeOther } from '../http/page';
import type { Visit } from '../http/request-context';
import { AllProblems, Field, Form } from '../ui/form';
import { Door } from './auth-layout';
import { NewAccount } from './new-account';
import { limitOf, notTaken, signIn } from './sign-in';

export async function get(visit: Visit): Promise<Answer> {
  if (await isSetUp(visit)) return donePage(visit);
  return setUpPage(visit, { code: visit.query.get('code') ?? '' }, noProblems);
}

export async function post(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const attributes = { username: form.text('username'), password: form.exact('password'), setup_code: form.text('code') };
  const sent = await visit.api.send('POST', '/api/users', { data: { type: 'User', attributes } });
  if (sent.ok) {
    await signIn(visit, attributes.username, attributes.password);
    return seeOther(saying(visit.to.administration(), 'set-up'));
  }
  if (await isSetUp(visit)) return donePage(visit);
  const limit = limitOf(sent, visit, visit.t.door.register.tooOften);
  const problems = limit ? { fields: {}, all: [limit] } : problemsOf(visit, sent, { setup_code: 'code' });
  return { ...setUpPage(visit, form.entered, problems), ...notTaken(sent) };
}

function donePage({ t, to, user }: Visit): Page {
  const body = (
    <Door title={t.door.setUp.done}>
      <p class="soft">{user ? <a href={to.home()}>{t.errors.toBeginning}</a> : <a href={to.signIn()}>{t.door.signIn.title}</a>}</p>
    </Door>
  );
  return { title: t.door.setUp.title, body, isDoor: true };
}

function setUpPage({ t: { door: t }, to }: Visit, entered: Readonly<Record<string, string>>, problems: Problems): Page {
  const body = (
    <Door title={t.setUp.head} lead={t.setUp.lead}>
      <Form class="form" action={to.setUp()}>
        <AllProblems problems={problems.all} />
        <Field
          name="code"
          label={t.setUp.code}
          value={entered.code}
          problem={problems.fields.code}
          hint={t.setUp.codeRule}
          autocomplete="one-time-code"
          spellcheck={false}
          required
        />
        <NewAccount entered={entered} problems={problems} />
        <button type="submit" class="first">
          {t.setUp.send}
        </button>
      </Form>
    </Door>
  );
  return { title: t.setUp.title, body, isDoor: true, isSecret: true };
}
