import type { Sent } from '../api/client';
import { mayEdit } from '../api/server-meta';
import { withFlash } from '../http/addresses';
import { type FormState, fieldPropsOf, limitOf, notTaken, type Problems, problemsOf, type SentForm, untouched } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { confirmationPage, OwnPassword } from '../ui/confirmation';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { AppearanceForm } from './appearance';
import { updateMe } from './documents';
import { settingsPage } from './frame';

export const get = (context: RequestContext) => accountPage(context);

export const email = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const password = form.exact('current_password');
    const sent = await updateMe(context, { email: form.orNull('email'), ...(password !== '' && { current_password: password }) });
    if (sent.ok) return seeOther(withFlash(`${context.to.settings()}#email`, 'email-kept'));
    return { ...(await accountPage(context, { entered: form.entered, problems: emailProblems(context, sent) })), ...notTaken(sent) };
  },
};

function emailProblems(context: RequestContext, sent: Sent): Problems {
  const limit = limitOf(sent, context, context.t.settings.account.tooOften);
  return limit ? { fields: {}, all: [limit] } : problemsOf(context, sent);
}

/** All data about the user, as a file. */
export const data = {
  get: ({ api }: RequestContext): Promise<Response> => api.fetch('GET', '/api/users/me/data', undefined, { accept: '*/*' }),
};

/** The files of their photos. */
export const photos = {
  get: ({ api }: RequestContext): Promise<Response> => api.fetch('GET', '/api/users/me/photos', undefined, { accept: '*/*' }),
};

export const deletion = {
  get: (context: RequestContext): Promise<Page> => deletionPage(context),

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
    return { ...(await deletionPage(context, problem)), ...notTaken(sent) };
  },
};

async function deletionPage({ api, t, to, user }: RequestContext, problem?: string): Promise<Page> {
  const users = user?.role === 'admin' ? await api.send('GET', '/api/users?itemsPerPage=1') : undefined;
  const words = t.settings.account;
  const lead = (
    <>
      {words.deleteLead} {users?.ok && users.document.meta.totalItems === 1 && words.onlyAccount}{' '}
      <a href={to.myData()} download>
        {words.copyFirst}
      </a>
    </>
  );
  return confirmationPage({
    title: words.deleteHead,
    act: words.deleteSend,
    back: to.settings(),
    fields: <OwnPassword problem={problem} />,
    lead,
  });
}

async function accountPage(context: RequestContext, email: FormState = untouched): Promise<Page> {
  const { t, to, user } = context;
  const isEditor = await mayEdit(context);
  const links = (
    <nav class="row" aria-label={t.settings.title}>
      <Form action={to.signOut()}>
        <Submit class="plain" text={t.door.signOut.send} />
      </Form>
      <a href={to.phone()}>{t.shop.phone.title}</a>
      {isEditor && <a href={to.duplicates()}>{t.duplicates.toPage}</a>}
      {isEditor && <a href={to.unreviewed()}>{t.unreviewed.title}</a>}
      {user?.role === 'admin' && <a href={to.administration()}>{t.settings.administer}</a>}
    </nav>
  );
  const parts = (
    <>
      <EmailPart state={email} />
      <AppearancePart />
      <AccountPart />
    </>
  );
  return settingsPage(context, 'account', parts, links);
}

function EmailPart({ state }: { readonly state: FormState }) {
  const { t, to, user, server } = useRequestContext();
  const words = t.settings.email;
  const hasMail = server().passwordResetByMail;
  const isUnconfirmed = user?.email && !user.isEmailConfirmed;
  return (
    <Section
      title={words.title}
      aside={!hasMail ? words.aside : isUnconfirmed ? user.hasPassword === 1 && words.unconfirmed : words.asideWithMail}
      id="email"
    >
      <Form class="form" action={`${to.setting('email')}#email`}>
        <AllProblems problems={state.problems.all} />
        <Field type="email" {...fieldPropsOf(state)('email', user?.email ?? '')} label={words.label} isOptional autocomplete="email" />
        {hasMail && user?.hasPassword === 1 && (
          <Field
            name="current_password"
            type="password"
            label={t.settings.password.current}
            problem={state.problems.fields.current_password}
            autocomplete="current-password"
            required
          />
        )}
        <Submit text={words.send} />
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
