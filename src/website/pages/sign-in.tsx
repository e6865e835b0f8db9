import { ownPath } from '../addresses';
import { Door } from '../components/door';
import { Field, Form } from '../components/form';
import type { SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import { readServerMeta, type ServerMeta } from '../server-meta';
import { limitOf, notTaken, signIn } from '../sign-in';
import type { Visit } from '../visit';

export async function show(visit: Visit): Promise<Answer> {
  const to = ownPath(visit.query.get('to'));
  if (visit.user) return seeOther(to ?? visit.to.home());
  const server = await readServerMeta(visit);
  return server.isSetUp ? signInPage(visit, server, { to }) : seeOther(visit.to.setUp());
}

export async function send(visit: Visit, _: unknown, form: SentForm): Promise<Answer> {
  const to = ownPath(form.text('to'));
  const username = form.text('username');
  const sent = await signIn(visit, username, form.exact('password'));
  if (sent.ok) return seeOther(to ?? visit.to.home());
  const { tooOften, wrong } = visit.t.door.signIn;
  const problem = limitOf(sent, visit, tooOften) ?? wrong;
  return { ...signInPage(visit, await readServerMeta(visit), { to, username, problem }), ...notTaken(sent) };
}

interface Entered {
  readonly to: string | undefined;
  readonly username?: string;
  readonly problem?: string;
}

function signInPage(visit: Visit, server: ServerMeta, { to, username, problem }: Entered): Page {
  const t = visit.t.door;
  const lead = server.catalogVisibility === 'public' ? t.signIn.leadToOwn : t.signIn.lead;
  const body = (
    <Door title={t.signIn.title} lead={lead}>
      <Form class="form">
        {to && <input type="hidden" name="to" value={to} />}
        <Field
          name="username"
          label={t.username}
          value={username}
          problem={problem}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          autofocus={username === undefined}
          required
        />
        <Field
          name="password"
          label={t.password}
          type="password"
          autocomplete="current-password"
          autofocus={username !== undefined}
          required
        />
        <button type="submit" class="first">
          {t.signIn.send}
        </button>
      </Form>
      {server.registration === 'open' && (
        <p class="soft">
          {t.signIn.noAccount} <a href={visit.to.register()}>{t.signIn.register}</a>
        </p>
      )}
      <p class="soft">{t.signIn.forgotten}</p>
    </Door>
  );
  return { title: t.signIn.title, body, isDoor: true, isSecret: true };
}
