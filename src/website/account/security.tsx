import { appSecret } from '../../accounts/credentials/authenticator-app';
import { lacksSecondFactor } from '../api/server-meta';
import { withFlash } from '../http/addresses';
import { type FormState, limitOf, noProblems, notTaken, type Problems, problemsOf, type SentForm } from '../http/form';
import { type Page, type PageAnswer, seeOther } from '../http/page';
import { type RequestContext, useRequestContext } from '../http/request-context';
import { AllProblems, Field, Form, Submit } from '../ui/form';
import { Section } from '../ui/section';
import { AppPart, PasskeysPart, ProviderPart, RecoveryPart } from './credential-list';
import { readCredentials, readSessions, updateMe } from './documents';
import { settingsPage } from './frame';
import { SessionsPart } from './sessions';

export const get = (context: RequestContext) => securityPage(context);

/** A form with rejected input. */
interface Refused extends FormState {
  readonly part: 'password' | 'passkeys' | 'app';
}

export async function securityPage(context: RequestContext, refused?: Refused): Promise<Page> {
  const [sessions, credentials] = await Promise.all([readSessions(context), readCredentials(context)]);
  const app = credentials.find(({ kind }) => kind === 'app');
  const secret = context.once.take();
  const stateOf = (part: Refused['part']) => (refused?.part === part ? refused : undefined);
  const isSettingUp = !app && (context.query.get('app') === 'set-up' || refused?.part === 'app' || lacksSecondFactor(context));
  const parts = (
    <>
      {context.user?.hasPassword === 1 && <PasswordPart problems={stateOf('password')?.problems ?? noProblems} />}
      <PasskeysPart passkeys={credentials.filter(({ kind }) => kind === 'passkey')} state={stateOf('passkeys')} />
      <AppPart app={app} offer={isSettingUp ? await offerOf(context, refused?.entered.secret) : undefined} state={stateOf('app')} />
      <ProviderPart identities={credentials.filter(({ kind }) => kind === 'provider')} />
      {app && <RecoveryPart app={app} codes={secret?.kind === 'recovery-codes' ? secret.text : undefined} />}
      <SessionsPart sessions={sessions} />
    </>
  );
  return { ...settingsPage(context, 'security', parts), scripts: ['passkeys.js'] };
}

/** The secret of a new app is stored once a code confirms it; until then, only this page has it. */
async function offerOf({ origin, user }: RequestContext, entered?: string) {
  const { Secret, TOTP } = await import('otpauth');
  const secret = entered !== undefined && appSecret.test(entered) ? entered : new Secret({ size: 20 }).base32;
  const label = `${user?.username}@${new URL(origin).hostname}`;
  return { secret, address: new TOTP({ issuer: 'Leitmotif', label, secret }).toString() };
}

export const password = {
  async post(context: RequestContext, _: unknown, form: SentForm): Promise<PageAnswer> {
    const { t, to } = context;
    const sent = await updateMe(context, { password: form.exact('new_password'), current_password: form.exact('current_password') });
    if (sent.ok) return seeOther(withFlash(`${to.settings('security')}#password`, 'password-changed'));
    const limit = limitOf(sent, context, t.settings.account.tooOften);
    const problems = limit ? { fields: {}, all: [limit] } : problemsOf(context, sent, { password: 'new_password' });
    return { ...(await securityPage(context, { part: 'password', entered: {}, problems })), ...notTaken(sent) };
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
        <Submit text={words.send} />
      </Form>
    </Section>
  );
}
