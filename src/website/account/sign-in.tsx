import { ApiError, type Sent } from '../api/client';
import { withFlash } from '../http/addresses';
import { resumedFormPage } from '../http/expired-form-page';
import { limitOf, notTaken, type SentForm } from '../http/form';
import { type InterruptedForm, readInterruptedForm, writeInterruptedForm } from '../http/interrupted-form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { Field, Form } from '../ui/form';
import { AuthLayout } from './auth-layout';

export async function get(visit: RequestContext): Promise<PageAnswer> {
  const to = visit.to.returnPath(visit.query.get('to'));
  if (visit.user) return seeOther(to ?? visit.to.home());
  return visit.server().isSetUp ? signInPage(visit, { to }) : seeOther(visit.to.setUp());
}

export async function post(visit: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const to = visit.to.returnPath(form.text('to'));
  const left = readInterruptedForm(form.exact('left'), visit.to);
  const username = form.text('username');
  const sent = await signIn(visit, username, form.exact('password'));
  if (sent.ok) return left === undefined ? seeOther(to ?? visit.to.home()) : goOn(visit, left, sent.document.session_token);
  const { tooOften, wrong } = visit.t.door.signIn;
  const problem = limitOf(sent, visit, tooOften) ?? wrong;
  return { ...signInPage(visit, { to, username, problem, left }), ...notTaken(sent) };
}

/** Shows the interrupted form only to the user who filled it in: browsers are shared. */
async function goOn(visit: RequestContext, left: InterruptedForm, session: string): Promise<PageAnswer> {
  const { document } = await visit.api.send('GET', '/api/users/me', undefined, { authorization: `Bearer ${session}` });
  const isOwn = document?.data?.attributes?._id === left.user;
  return isOwn ? resumedFormPage(visit, left, session) : seeOther(withFlash(visit.to.home(), 'entered-by-another'));
}

export const signOut = {
  get({ t, to, user }: RequestContext): PageAnswer {
    if (!user) return seeOther(to.home());
    const { signOut } = t.door;
    const body = (
      <AuthLayout title={signOut.title} lead={signOut.lead}>
        <Form class="form">
          <button type="submit" class="first">
            {signOut.send}
          </button>
        </Form>
      </AuthLayout>
    );
    return { title: signOut.title, body, isDoor: true };
  },

  async post({ api, cookies, to, user }: RequestContext): Promise<PageAnswer> {
    if (user) await api.send('DELETE', '/api/users/me/sessions/current');
    cookies.forgetSession();
    return seeOther(withFlash(to.signIn(), 'signed-out'));
  },
};

/**
 * Like any client of the API; the previous session of the browser ends.
 * @throws {ApiError} for a server error
 */
export async function signIn({ api, cookies }: RequestContext, username: string, password: string): Promise<Sent> {
  const sent = await api.send('POST', '/api/sessions', { username, password }, { 'content-type': 'application/json' });
  // A full disk is not a wrong password.
  if (sent.status >= 500) throw new ApiError(sent);
  if (sent.ok) cookies.keepSession(sent.document.session_token);
  return sent;
}

interface Entered {
  readonly to: string | undefined;
  readonly username?: string;
  readonly problem?: string;
  /** A form sent after the session expired. */
  readonly left?: InterruptedForm | undefined;
}

export function signInPage(visit: RequestContext, { to, username, problem, left }: Entered): Page {
  const t = visit.t.door;
  const server = visit.server();
  const lead = server.catalogVisibility === 'public' ? t.signIn.leadToOwn : t.signIn.lead;
  const body = (
    <AuthLayout title={t.signIn.title} lead={left ? undefined : lead}>
      <Form class="form" action={visit.to.signIn()}>
        {left && <Left form={left} />}
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
    </AuthLayout>
  );
  return { title: t.signIn.title, body, isDoor: true, isSecret: true };
}

/** Says that nothing was saved, and carries the form along if it is not too long. */
function Left({ form }: { readonly form: InterruptedForm }) {
  const { signIn } = useRequestContext().t.door;
  const written = writeInterruptedForm(form);
  return (
    <>
      <p class="no" role="alert">
        {signIn.signedOut} {written === undefined ? signIn.tooLongToKeep : signIn.kept}
      </p>
      {written !== undefined && <input type="hidden" name="left" value={written} />}
    </>
  );
}
