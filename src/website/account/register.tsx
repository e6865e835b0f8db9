import { ApiError } from '../api/client';
import { withFlash } from '../http/addresses';
import { type FormState, fieldPropsOf, limitOf, noProblems, notTaken, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';
import { NewAccount } from './new-account';
import { signIn } from './sign-in';

export async function get(context: RequestContext): Promise<PageAnswer> {
  if (context.user) return seeOther(context.to.settings());
  const { isSetUp, registration } = context.server();
  if (!isSetUp) return seeOther(context.to.setUp());
  const invitation = context.query.get('invitation') ?? '';
  if (registration === 'invitation' && invitation !== '' && !(await isGood(context, invitation))) return voidPage(context);
  // Mailed invitations name the address.
  return registerPage(context, { entered: { invitation, email: context.query.get('email') ?? '' }, problems: noProblems });
}

/** Probes with a request without a name: the error tells whether the code is valid. */
async function isGood({ api }: RequestContext, code: string): Promise<boolean> {
  const { status, document, headers } = await api.send('POST', '/api/users', {
    data: { type: 'User', attributes: { invitation_code: code } },
  });
  if (status !== 403 && status !== 422) throw new ApiError({ status, document, headers });
  return status === 422;
}

function voidPage(context: RequestContext): Page {
  const t = context.t.door;
  const body = (
    <AuthLayout title={t.register.voidTitle} lead={t.register.voidLead}>
      <p class="soft">
        <a href={context.to.signIn()}>{t.register.instead}</a>
      </p>
    </AuthLayout>
  );
  return { title: t.register.voidTitle, body, status: 410, isDoor: true, isSecret: true };
}

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const attributes = {
    username: form.text('username'),
    password: form.exact('password'),
    ...(form.text('email') && { email: form.text('email') }),
    ...(form.text('invitation') && { invitation_code: form.text('invitation') }),
  };
  const sent = await context.api.send('POST', '/api/users', { data: { type: 'User', attributes } });
  if (sent.ok) {
    const { ok } = await signIn(context, { username: attributes.username, password: attributes.password });
    return seeOther(withFlash(ok ? context.to.home() : context.to.signIn(), 'registered'));
  }
  const limit = limitOf(sent, context, context.t.door.register.tooOften);
  const problems = limit ? { fields: {}, all: [limit] } : problemsOf(context, sent, { invitation_code: 'invitation' });
  return { ...registerPage(context, { entered: form.entered, problems }), ...notTaken(sent) };
}

function registerPage(context: RequestContext, state: FormState): Page {
  const { entered, problems } = state;
  const t = context.t.door;
  const { registration } = context.server();
  const isInvited = registration === 'invitation' && (entered.invitation ?? '') !== '';
  const isPossible = registration === 'open' || isInvited;
  const lead = isPossible ? t.register.lead : registration === 'closed' ? t.register.closed : t.register.byInvitation;
  const body = (
    <AuthLayout title={t.register.title} lead={lead}>
      {isPossible && (
        <Form class="form" action={context.to.register()}>
          <AllProblems problems={problems.all} />
          {isInvited && <CodeField name="invitation" texts={t.register} state={state} />}
          <NewAccount state={state} />
          <Field type="email" {...fieldPropsOf(state)('email')} label={t.email} isOptional autocomplete="email" />
          <Submit class="first" text={t.register.send} />
        </Form>
      )}
      <p class="soft">
        <a href={context.to.signIn()}>{t.register.instead}</a>
      </p>
    </AuthLayout>
  );
  return { title: t.register.title, body, isDoor: true, isSecret: true };
}

export const setUp = {
  async get(context: RequestContext): Promise<PageAnswer> {
    if (context.server().isSetUp) return donePage(context);
    return setUpPage(context, { entered: { code: context.query.get('code') ?? '' }, problems: noProblems });
  },

  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const attributes = { username: form.text('username'), password: form.exact('password'), setup_code: form.text('code') };
    const sent = await context.api.send('POST', '/api/users', { data: { type: 'User', attributes } });
    if (sent.ok) {
      await signIn(context, { username: attributes.username, password: attributes.password });
      return seeOther(withFlash(context.to.home(), 'set-up'));
    }
    if (context.server().isSetUp) return donePage(context);
    const limit = limitOf(sent, context, context.t.door.register.tooOften);
    const problems = limit ? { fields: {}, all: [limit] } : problemsOf(context, sent, { setup_code: 'code' });
    return { ...setUpPage(context, { entered: form.entered, problems }), ...notTaken(sent) };
  },
};

function donePage({ t, to, user }: RequestContext): Page {
  const body = (
    <AuthLayout title={t.door.setUp.done}>
      <p class="soft">{user ? <a href={to.home()}>{t.errors.toBeginning}</a> : <a href={to.signIn()}>{t.door.signIn.title}</a>}</p>
    </AuthLayout>
  );
  return { title: t.door.setUp.title, body, isDoor: true };
}

function setUpPage({ t: { door: t }, to }: RequestContext, state: FormState): Page {
  const body = (
    <AuthLayout title={t.setUp.head} lead={t.setUp.lead}>
      <Form class="form" action={to.setUp()}>
        <AllProblems problems={state.problems.all} />
        <CodeField name="code" texts={t.setUp} state={state} />
        <NewAccount state={state} />
        <Submit class="first" text={t.setUp.send} />
      </Form>
    </AuthLayout>
  );
  return { title: t.setUp.title, body, isDoor: true, isSecret: true };
}

interface CodeFieldProps {
  readonly name: 'invitation' | 'code';
  readonly texts: { readonly code: string; readonly codeRule: string };
  readonly state: FormState;
}

const CodeField = ({ name, texts, state }: CodeFieldProps) => (
  <Field {...fieldPropsOf(state)(name)} label={texts.code} hint={texts.codeRule} autocomplete="one-time-code" spellcheck={false} required />
);
