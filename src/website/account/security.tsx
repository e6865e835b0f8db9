import { withFlash } from '../http/addresses';
import { limitOf, noProblems, notTaken, type Problems, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form } from '../ui/form';
import { Section } from '../ui/section';
import { readSessions, updateMe } from './documents';
import { settingsPage } from './frame';
import { SessionsPart } from './sessions';

export const get = (context: RequestContext) => securityPage(context);

async function securityPage(context: RequestContext, problems: Problems = noProblems): Promise<Page> {
  const sessions = await readSessions(context);
  const parts = (
    <>
      <PasswordPart problems={problems} />
      <SessionsPart sessions={sessions} />
    </>
  );
  return settingsPage(context, 'security', parts);
}

export const password = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { t, to } = context;
    const sent = await updateMe(context, { password: form.exact('new_password'), current_password: form.exact('current_password') });
    if (sent.ok) return seeOther(withFlash(`${to.settings('security')}#password`, 'password-changed'));
    const limit = limitOf(sent, context, t.settings.account.tooOften);
    const problems = limit ? { fields: {}, all: [limit] } : problemsOf(context, sent, { password: 'new_password' });
    return { ...(await securityPage(context, problems)), ...notTaken(sent) };
  },
};

function PasswordPart({ problems }: { readonly problems: Problems }) {
  const { t, to, user } = useRequestContext();
  const words = t.settings.password;
  return (
    <Section title={words.title} id="password">
      <Form class="form" action={`${to.setting('password')}#password`}>
        <AllProblems problems={problems.all} />
        {/* For what keeps passwords: it is to know whose this is. */}
        <input type="text" name="username" value={user?.username} autocomplete="username" hidden readonly />
        <Field
          name="current_password"
          type="password"
          label={words.current}
          problem={problems.fields.current_password}
          autocomplete="current-password"
          required
        />
        <Field
          name="new_password"
          type="password"
          label={words.new}
          problem={problems.fields.new_password}
          hint={words.rule}
          minLength={10}
          autocomplete="new-password"
          required
        />
        <button type="submit">{words.send}</button>
      </Form>
    </Section>
  );
}
