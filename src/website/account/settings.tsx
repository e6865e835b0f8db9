import type { Reader } from '../../accounts/users/users';
import { mayEdit } from '../api/server-meta';
import { withFlash } from '../http/addresses';
import { type FormState, limitOf, notTaken, problemsOf, type SentForm, untouched } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { confirmationPage } from '../ui/confirmation';
import { AllProblems, Field, Form } from '../ui/form';
import { Section } from '../ui/section';
import { AppearanceForm } from './appearance';
import { readSessions, readTokens, updateMe } from './documents';
import { SessionsPart } from './sessions';
import { TokensPart } from './token-list';

export const get = (context: RequestContext) => settingsPage(context);

export const email = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const sent = await updateMe(context, { email: form.orNull('email') });
    if (sent.ok) return seeOther(withFlash(`${context.to.settings()}#email`, 'email-kept'));
    const problems = problemsOf(context, sent);
    return { ...(await settingsPage(context, { form: 'email', entered: form.entered, problems })), ...notTaken(sent) };
  },
};

export const password = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { t, to } = context;
    const sent = await updateMe(context, { password: form.exact('new_password'), current_password: form.exact('current_password') });
    if (sent.ok) return seeOther(withFlash(`${to.settings()}#password`, 'password-changed'));
    const limit = limitOf(sent, context, t.settings.account.tooOften);
    const problems = limit ? { fields: {}, all: [limit] } : problemsOf(context, sent, { password: 'new_password' });
    return { ...(await settingsPage(context, { form: 'password', entered: {}, problems })), ...notTaken(sent) };
  },
};

/** All data about the user, as a file. */
export const data = {
  get: ({ api }: RequestContext): Promise<Response> => api.fetch('GET', '/api/users/me/data', undefined, { accept: '*/*' }),
};

/** The files of their photos. */
export const photos = {
  get: ({ api }: RequestContext): Promise<Response> => api.fetch('GET', '/api/users/me/photos', undefined, { accept: '*/*' }),
};

export const deletion = {
  get: (context: RequestContext): Page => deletionPage(context),

  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { api, cookies, t, to } = context;
    const body = { password: form.exact('password') };
    const sent = await api.send('DELETE', '/api/users/me', body, { 'content-type': 'application/json' });
    if (sent.ok) {
      cookies.forgetSession();
      return seeOther(withFlash(to.signIn(), 'account-deleted'));
    }
    const { fields, all } = problemsOf(context, sent);
    const { tooOften, onlyAdministrator } = t.settings.account;
    const problem = sent.status === 409 ? onlyAdministrator : (limitOf(sent, context, tooOften) ?? fields.password ?? all[0]);
    return { ...deletionPage(context, problem), ...notTaken(sent) };
  },
};

function deletionPage({ t, to }: RequestContext, problem?: string): Page {
  const words = t.settings.account;
  const fields = (
    <Field name="password" type="password" label={t.door.password} problem={problem} autocomplete="current-password" required />
  );
  const lead = (
    <>
      {words.deleteLead}{' '}
      <a href={to.myData()} download>
        {words.copyFirst}
      </a>
    </>
  );
  return confirmationPage({ title: words.deleteHead, act: words.deleteSend, back: to.settings(), fields, lead });
}

interface Refused extends FormState {
  readonly form: 'token' | 'email' | 'password';
}

export async function settingsPage(context: RequestContext, refused?: Refused): Promise<Page> {
  const { t, to, format, user } = context;
  const [tokens, sessions, isEditor] = await Promise.all([readTokens(context), readSessions(context), mayEdit(context)]);
  const secret = context.once.take();
  const stateOf = (form: Refused['form']): FormState => (refused?.form === form ? refused : untouched);
  const { username, createdAt, role } = user as Reader;
  const body = (
    <>
      <div class="head">
        <h1>{username}</h1>
        <p>{t.settings.since({ month: format.month(createdAt) })}</p>
        <nav class="row" aria-label={t.settings.title}>
          <Form action={to.signOut()}>
            <button type="submit" class="plain">
              {t.door.signOut.send}
            </button>
          </Form>
          <a href={to.phone()}>{t.shop.phone.title}</a>
          {isEditor && <a href={to.duplicates()}>{t.duplicates.toPage}</a>}
          {isEditor && <a href={to.unreviewed()}>{t.unreviewed.title}</a>}
          {role === 'admin' && <a href={to.administration()}>{t.settings.administer}</a>}
        </nav>
      </div>
      <TokensPart tokens={tokens} secret={secret} state={stateOf('token')} isRefused={refused?.form === 'token'} />
      <SessionsPart sessions={sessions} />
      <EmailPart state={stateOf('email')} />
      <PasswordPart state={stateOf('password')} />
      <AppearancePart />
      <AccountPart />
    </>
  );
  return { title: t.settings.title, body, current: 'settings', isSecret: true };
}

function EmailPart({ state: { entered, problems } }: { readonly state: FormState }) {
  const { t, to, user } = useRequestContext();
  const words = t.settings.email;
  return (
    <Section title={words.title} aside={words.aside} id="email">
      <Form class="form" action={`${to.setting('email')}#email`}>
        <AllProblems problems={problems.all} />
        <Field
          name="email"
          type="email"
          label={words.label}
          isOptional
          value={entered.email ?? user?.email ?? ''}
          problem={problems.fields.email}
          autocomplete="email"
        />
        <button type="submit">{words.send}</button>
      </Form>
    </Section>
  );
}

function PasswordPart({ state: { problems } }: { readonly state: FormState }) {
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

function AppearancePart() {
  const { t, to } = useRequestContext();
  return (
    <Section title={t.settings.appearance.title} id="appearance">
      <AppearanceForm back={to.settings()} />
    </Section>
  );
}

function AccountPart() {
  const { t, to } = useRequestContext();
  const words = t.settings.account;
  return (
    <Section title={words.title} id="account">
      <p>
        <a href={to.myData()} download>
          {words.copy}
        </a>
        <br />
        <small class="soft">{words.copyRule}</small>
        <br />
        <a href={to.myPhotos()} download>
          {words.photos}
        </a>
        <br />
        <small class="soft">{words.photosRule}</small>
      </p>
      <br />
      <p>
        <a class="danger" href={to.deleteAccount()}>
          {words.delete}
        </a>
      </p>
    </Section>
  );
}
