import { passkeyHost } from '../../accounts/credentials/passkeys';
import { ApiError, type Sent } from '../api/client';
import { toSecondFactor } from '../api/server-meta';
import { withFlash } from '../http/addresses';
import { resumedFormPage } from '../http/expired-form-page';
import { limitOf, notTaken, problemsOf, type SentForm } from '../http/form';
import { type InterruptedForm, readInterruptedForm, writeInterruptedForm } from '../http/interrupted-form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';
import { codePage } from './code-page';

const plain = { 'content-type': 'application/json' };

export async function get(context: RequestContext): Promise<PageAnswer> {
  const to = context.to.returnPath(context.query.get('to'));
  if (context.user) return seeOther(to ?? context.to.home());
  return context.server().isSetUp
    ? signInPage(context, { to })
    : seeOther(context.to.setUp({ notice: context.query.get('notice') ?? undefined }));
}

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const step = stepIn(context, form);
  const username = form.text('username');
  const sent = await signIn(context, { username, password: form.exact('password') });
  if (sent.ok) return goOn(context, step, sent.document.session_token);
  if (sent.document.pending) return codePage(context, { ...step, pending: sent.document.pending });
  const { tooOften, wrong } = context.t.door.signIn;
  const problem = limitOf(sent, context, tooOften) ?? wrong;
  return { ...signInPage(context, { ...step, username, problem }), ...notTaken(sent) };
}

/** The form secret binds the challenge to this browser. */
export const passkey = {
  get: ({ api, formSecret }: RequestContext): Promise<Response> =>
    api.fetch('POST', '/api/sessions/passkey-options', { browser: formSecret() }, plain),

  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const step = stepIn(context, form);
    const sent = await signIn(context, { browser: context.formSecret(), credential: credentialIn(form) }, '/passkey');
    if (sent.ok) return goOn(context, step, sent.document.session_token);
    const alert = limitOf(sent, context, context.t.door.signIn.tooOften) ?? problemsOf(context, sent).all[0];
    return { ...signInPage(context, { ...step, alert }), ...notTaken(sent) };
  },
};

/** As the browser wrote it. */
export function credentialIn(form: SentForm): unknown {
  try {
    return JSON.parse(form.exact('credential'));
  } catch {
    return {};
  }
}

/** The step after the password of an account with an authenticator app. */
export const code = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const step = { ...stepIn(context, form), pending: form.exact('pending') };
    const field = form.text('recovery') === '' ? 'code' : 'recovery';
    const sent = await signIn(context, { pending: step.pending, code: form.text(field) }, '/code');
    if (sent.ok) return goOn(context, step, sent.document.session_token);
    const alert = limitOf(sent, context, context.t.door.signIn.tooOften) ?? problemsOf(context, sent).all[0];
    const isOver = sent.document.error === 'sign_in_again';
    const page = isOver ? signInPage(context, { ...step, alert }) : codePage(context, { ...step, problems: { [field]: alert } });
    return { ...page, ...notTaken(sent) };
  },
};

/** What a sign-in leads to. */
interface Step {
  readonly to: string | undefined;
  /** A form sent after the session expired. */
  readonly left?: InterruptedForm | undefined;
}

const stepIn = ({ to }: RequestContext, form: SentForm) => ({
  to: to.returnPath(form.text('to')),
  left: readInterruptedForm(form.exact('left'), to),
});

/** Shows the interrupted form only to the user who filled it in: browsers are shared. */
async function goOn(context: RequestContext, { to, left }: Step, session: string): Promise<PageAnswer> {
  const authorization = `Bearer ${session}`;
  if (left === undefined) {
    const isRequired = context.server().secondFactor === 'administrators';
    const refusal = isRequired ? await context.api.send('GET', '/api/settings', undefined, { authorization }) : undefined;
    const isNeeded = refusal?.document.errors?.[0].code === 'second_factor_needed';
    return isNeeded ? toSecondFactor(context) : seeOther(to ?? context.to.home());
  }
  const { document } = await context.api.send('GET', '/api/users/me', undefined, { authorization });
  const isOwn = document?.data?.attributes?._id === left.user;
  return isOwn ? resumedFormPage(context, left, session) : seeOther(withFlash(context.to.home(), 'entered-by-another'));
}

export const signOut = {
  get({ t, to, user }: RequestContext): PageAnswer {
    if (!user) return seeOther(to.home());
    const { signOut } = t.door;
    const body = (
      <AuthLayout title={signOut.title} lead={signOut.lead}>
        <Form class="form">
          <Submit class="first" text={signOut.send} />
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
export async function signIn(
  { api, cookies }: RequestContext,
  proof: Readonly<Record<string, unknown>>,
  way: '' | '/code' | '/passkey' | '/provider/callback' | '/provider/link' = '',
): Promise<Sent> {
  const sent = await api.send('POST', `/api/sessions${way}`, proof, plain);
  // A full disk is not a wrong password.
  if (sent.status >= 500) throw new ApiError(sent);
  if (sent.ok) cookies.keepSession(sent.document.session_token);
  return sent;
}

interface Entered extends Step {
  readonly username?: string;
  readonly problem?: string;
  readonly alert?: string | undefined;
}

export function signInPage(context: RequestContext, { to, username, problem, left, alert }: Entered): Page {
  const t = context.t.door;
  const server = context.server();
  const hasPasswords = server.passwords === 'yes';
  const hasPasskeys = server.hasPasskeys && passkeyHost(context.origin) !== undefined;
  const lead = server.catalogVisibility === 'public' ? t.signIn.leadToOwn : t.signIn.lead;
  const written = left && writeInterruptedForm(left);
  /** What a sign-in leads to, whichever way. */
  const carried = (
    <>
      {written !== undefined && <input type="hidden" name="left" value={written} />}
      {to && <input type="hidden" name="to" value={to} />}
    </>
  );
  const body = (
    <AuthLayout title={t.signIn.title} lead={left ? undefined : lead}>
      <AllProblems problems={alert === undefined ? [] : [alert]} />
      {server.signInProvider !== null && (
        <p class="ways-in">
          <a class="button first" href={context.to.signIn({ to }, 'provider')}>
            {t.signIn.provider({ host: server.signInProvider })}
          </a>
        </p>
      )}
      {hasPasskeys && (
        <Form class="ways-in" action={context.to.signIn({}, 'passkey')} hidden>
          <input type="hidden" name="credential" />
          {carried}
          <p>
            <Submit data-passkey={context.to.signIn({}, 'passkey')} data-failed={t.signIn.passkeyFailed} text={t.signIn.passkey} />
          </p>
        </Form>
      )}
      {hasPasswords && (hasPasskeys || server.signInProvider !== null) && <p class="or">{t.signIn.orPassword}</p>}
      <Form class="form" id="sign-in" action={context.to.signIn()}>
        {left && <SignedOut form={left} />}
        {carried}
        {hasPasswords && (
          <>
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
            <Submit class={server.signInProvider === null ? 'first' : undefined} text={t.signIn.send} />
          </>
        )}
      </Form>
      {context.query.get('notice') === 'signed-out' && server.signInProvider !== null && (
        <p class="soft">
          <a href={context.to.signIn({}, 'provider', 'sign-out')}>{t.signIn.signOutThere({ host: server.signInProvider })}</a>
        </p>
      )}
      {hasPasswords && server.registration === 'open' && (
        <p class="soft">
          {t.signIn.noAccount} <a href={context.to.register()}>{t.signIn.register}</a>
        </p>
      )}
      {hasPasswords && (
        <p class="soft">{server.passwordResetByMail ? <a href={context.to.forgotPassword()}>{t.forgot.link}</a> : t.signIn.forgotten}</p>
      )}
    </AuthLayout>
  );
  return { title: t.signIn.title, body, isDoor: true, isSecret: true, scripts: hasPasskeys ? ['passkeys.js'] : [] };
}

/** Says that nothing was saved, and whether the input is carried along. */
function SignedOut({ form }: { readonly form: InterruptedForm }) {
  const { signIn } = useRequestContext().t.door;
  return (
    <p class="no" role="alert">
      {signIn.signedOut} {writeInterruptedForm(form) === undefined ? signIn.tooLongToKeep : signIn.kept}
    </p>
  );
}
