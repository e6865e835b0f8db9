import type { ServerMeta } from '../api/server-meta';
import { type LeftForm, writeLeftForm } from '../http/interrupted-form';
import type { Page } from '../http/page';
import { useVisit, type Visit } from '../http/request-context';
import { Field, Form } from '../ui/form';
import { Door } from './auth-layout';

/** What was entered on the way in. */
interface Entered {
  /** The page to go on to. */
  readonly to: string | undefined;
  readonly username?: string;
  readonly problem?: string;
  /** A form that was sent too late: it comes again once its owner is signed in. */
  readonly left?: LeftForm | undefined;
}

export function signInPage(visit: Visit, server: ServerMeta, { to, username, problem, left }: Entered): Page {
  const t = visit.t.door;
  const lead = server.catalogVisibility === 'public' ? t.signIn.leadToOwn : t.signIn.lead;
  const body = (
    <Door title={t.signIn.title} lead={left ? undefined : lead}>
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
    </Door>
  );
  return { title: t.signIn.title, body, isDoor: true, isSecret: true };
}

/** That nothing of a form was saved, and the form, for as long as it is no longer than a page may carry. */
function Left({ form }: { readonly form: LeftForm }) {
  const { signIn } = useVisit().t.door;
  const written = writeLeftForm(form);
  return (
    <>
      <p class="no" role="alert">
        {signIn.signedOut} {written === undefined ? signIn.tooLongToKeep : signIn.kept}
      </p>
      {written !== undefined && <input type="hidden" name="left" value={written} />}
    </>
  );
}
