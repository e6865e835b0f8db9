import { limitOf, notTaken, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { Field, Form, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';

export const get = (context: RequestContext): PageAnswer =>
  context.server().passwordResetByMail ? forgotPage(context) : seeOther(context.to.signIn());

/** Says the same of every account and address. */
export async function post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
  const { api, t, to } = context;
  const account = form.text('account');
  const sent = await api.send('POST', '/api/password-reset/request', { account }, { 'content-type': 'application/json' });
  if (sent.ok) return seeOther(to.forgotPassword({ sent: 'yes' }));
  const problem =
    limitOf(sent, context, t.door.forgot.tooOften) ??
    (account === '' ? t.releaseForm.wrong.required : problemsOf(context, sent).all.join(' '));
  return { ...forgotPage(context, account, problem), ...notTaken(sent) };
}

function forgotPage({ t: { door: t }, to, query }: RequestContext, account?: string, problem?: string): Page {
  const words = t.forgot;
  const isSent = query.get('sent') === 'yes' && problem === undefined;
  const title = isSent ? words.sent : words.title;
  const body = (
    <AuthLayout title={title} lead={isSent ? words.sentLead : words.lead}>
      {!isSent && (
        <Form class="form" action={to.forgotPassword()}>
          <Field
            name="account"
            label={words.account}
            value={account}
            problem={problem}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            maxLength={254}
            required
          />
          <Submit class="first" text={words.send} />
        </Form>
      )}
      <p class="soft">
        <a href={to.signIn()}>{t.register.instead}</a>
      </p>
    </AuthLayout>
  );
  return { title, body, isDoor: true, isSecret: true };
}
