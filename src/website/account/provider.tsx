import type { Sent } from '../api/client';
import { problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Hidden, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';
import { signIn, signInPage } from './sign-in';

const plain = { 'content-type': 'application/json' };

/** Leads to the provider: a link, since the policy of pages lets no form lead elsewhere. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const to = context.to.returnPath(context.query.get('to'));
  const sent = await context.api.send('POST', '/api/sessions/provider', { browser: context.formSecret(), to: to ?? '' }, plain);
  return sent.ok ? seeOther(sent.document.url) : refused(context, sent);
}

export const callback = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const answer = new URL(context.request.url).search.slice(1);
    const sent = await signIn(context, { browser: context.formSecret(), answer }, '/provider/callback');
    const { document } = sent;
    if (sent.ok) return arrived(context, document.to);
    if (document.pending === undefined) return refused(context, sent);
    const { pending, username, may_register: mayRegister, to } = document;
    return linkPage(context, { pending, username, mayRegister, to });
  },
};

/** Says whose account an identity is: with its password, or a new one. */
export const link = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const [pending, username, to] = [form.exact('pending'), form.text('username'), form.text('to')];
    const isNew = form.text('do') === 'register';
    const code = form.text('code');
    const account = isNew ? {} : { password: form.exact('password'), ...(code !== '' && { code }) };
    const sent = await signIn(context, { browser: context.formSecret(), pending, username, ...account }, '/provider/link');
    if (sent.ok) return arrived(context, to);
    if (sent.document.error === 'sign_in_again') return refused(context, sent);
    const needsCode = sent.document.error === 'second_factor_required' || code !== '';
    const step = { pending, username, to, mayRegister: form.has('may_register'), needsCode, alert: problemsOf(context, sent).all[0] };
    return { ...linkPage(context, step), status: sent.status };
  },
};

/** Ends the session there too. */
export const signOut = {
  async get(context: RequestContext): Promise<PageAnswer> {
    const sent = await context.api.send('POST', '/api/sessions/provider/sign-out', {}, plain);
    return seeOther(sent.document.url ?? context.to.signIn());
  },
};

const arrived = ({ to }: RequestContext, back: unknown): PageAnswer =>
  seeOther((typeof back === 'string' ? to.returnPath(back) : undefined) ?? to.home());

const refused = (context: RequestContext, sent: Sent): Page => ({
  ...signInPage(context, { to: undefined, alert: problemsOf(context, sent).all[0] }),
  status: sent.status,
});

interface LinkStep {
  readonly pending: string;
  readonly username: string;
  readonly mayRegister: boolean;
  readonly to: string;
  readonly needsCode?: boolean;
  readonly alert?: string | undefined;
}

function linkPage(context: RequestContext, { pending, username, mayRegister, to, needsCode = false, alert }: LinkStep): Page {
  const { door: t } = context.t;
  const words = t.provider;
  const host = context.server().signInProvider ?? '';
  const hidden = (
    <>
      <Hidden fields={{ pending, to }} />
      {mayRegister && <input type="hidden" name="may_register" value="yes" />}
    </>
  );
  const name = (
    <Field name="username" label={t.username} value={username} autocomplete="username" autocapitalize="none" spellcheck={false} required />
  );
  const body = (
    <AuthLayout title={words.title} lead={words.lead({ host })}>
      <AllProblems problems={alert === undefined ? [] : [alert]} />
      <Form class="form" action={context.to.signIn({}, 'provider', 'link')}>
        {hidden}
        {name}
        <Field name="password" label={t.password} type="password" autocomplete="current-password" required />
        {needsCode && <Field name="code" label={t.code.code} autocomplete="one-time-code" maxLength={40} autofocus />}
        <Submit class="first" text={words.link} />
      </Form>
      {mayRegister && (
        <Form class="form" action={context.to.signIn({}, 'provider', 'link')}>
          {hidden}
          <input type="hidden" name="do" value="register" />
          <p class="or">{words.orNew}</p>
          {name}
          <Submit text={words.register} />
        </Form>
      )}
    </AuthLayout>
  );
  return { title: words.title, body, isDoor: true, isSecret: true };
}
