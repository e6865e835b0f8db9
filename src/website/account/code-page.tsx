import { type InterruptedForm, writeInterruptedForm } from '../http/interrupted-form';
import type { Page } from '../http/page';
import type { RequestContext } from '../http/request-context';
import { Field, Form, Submit } from '../ui/form';
import { AuthLayout } from './auth-layout';

interface CodeStep {
  readonly pending: string;
  readonly to: string | undefined;
  readonly left: InterruptedForm | undefined;
  readonly problems?: { readonly code?: string | undefined; readonly recovery?: string | undefined };
}

/** The step after the password. */
export function codePage(context: RequestContext, { pending, to, left, problems = {} }: CodeStep): Page {
  const { door: t } = context.t;
  const words = t.code;
  const written = left && writeInterruptedForm(left);
  const body = (
    <AuthLayout title={words.title} lead={words.lead}>
      <Form class="form" action={context.to.signIn({}, 'code')}>
        <input type="hidden" name="pending" value={pending} />
        {to && <input type="hidden" name="to" value={to} />}
        {written !== undefined && <input type="hidden" name="left" value={written} />}
        <Field
          name="code"
          label={words.code}
          problem={problems.code}
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={40}
          autofocus={problems.recovery === undefined}
        />
        <button class="first" type="submit">
          {words.send}
        </button>
        <details class="more" open={problems.recovery !== undefined}>
          <summary>{words.noApp}</summary>
          <p>{words.recoveryRule}</p>
          <Field name="recovery" label={words.recovery} problem={problems.recovery} maxLength={40} autocomplete="off" spellcheck={false} />
          <Submit text={words.send} />
          {context.server().hasPasskeys && (
            <p>
              <a href={context.to.signIn({ to })}>{t.signIn.passkey}</a>
            </p>
          )}
        </details>
      </Form>
    </AuthLayout>
  );
  return { title: words.title, body, isDoor: true, isSecret: true };
}
