import { withFlash } from '../http/addresses';
import { limitOf, noProblems, notTaken, type Problems, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { Field, Form, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';
import { NewPassword } from './new-account';

/** Probes a link with a request without a password: the error tells whether its code is valid. */
export async function get(context: RequestContext): Promise<PageAnswer> {
  const code = context.query.get('code') ?? '';
  const sent = code === '' ? undefined : await sendReset(context, { code, password: '' });
  if (sent?.status !== 403) return resetPage(context, code, noProblems);
  const { all } = problemsOf(context, sent);
  return { ...resetPage(context, code, { fields: { code: all[0] ?? '' }, all: [] }), status: 410 };
}

const sendReset = ({ api }: RequestContext, body: { readonly code: string; readonly password: string }) =>
  api.send('POST', '/api/password-reset', body, { 'content-type': 'application/json' });

export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const body = { code: form.text('code'), password: form.exact('password') };
  const sent = await sendReset(context, body);
  if (sent.ok) {
    context.cookies.forgetSession();
    return seeOther(withFlash(context.to.signIn(), 'password-set'));
  }
  const limit = limitOf(sent, context, context.t.door.reset.tooOften);
  const [problem = ''] = limit ? [limit] : problemsOf(context, sent).all;
  // The only 400 is an invalid password; others are about the code.
  return {
    ...resetPage(context, body.code, { fields: { [sent.status === 400 ? 'password' : 'code']: problem }, all: [] }),
    ...notTaken(sent),
  };
}

function resetPage({ t: { door: t }, to }: RequestContext, code: string, { fields }: Problems): Page {
  const body = (
    <AuthLayout title={t.reset.title} lead={t.reset.lead}>
      <Form class="form" action={to.resetPassword()}>
        <Field
          name="code"
          label={t.reset.code}
          value={code}
          problem={fields.code}
          hint={t.reset.codeRule}
          autocomplete="one-time-code"
          spellcheck={false}
          required
        />
        <NewPassword problem={fields.password} label={t.newPassword} />
        <Submit class="first" text={t.reset.send} />
      </Form>
    </AuthLayout>
  );
  return { title: t.reset.title, body, isDoor: true, isSecret: true };
}
