import { formToken } from '../../http/cookies';
import { Field, Form, Submit } from '../ui/form';
import { parametersOf } from '../ui/pager';
import { isSecretField, type SentForm, tokenField, userField } from './form';
import type { InterruptedForm } from './interrupted-form';
import type { Page } from './page';
import { type RequestContext, RequestContextProvider, useRequestContext } from './request-context';

/** Replaces an expired form; the input can be sent again. */
export function expiredFormPage({ t, to, path, query }: RequestContext, form: SentForm): Page {
  const fields = form.texts.filter(([name]) => name !== tokenField && name !== userField);
  const body = (
    <div class="head">
      <h1>{t.errors.tooOld}</h1>
      <p>{t.errors.old}</p>
      <SendAgain action={to.same(path, parametersOf(query))} fields={fields} files={form.files} />
    </div>
  );
  return { title: t.errors.tooOld, body, status: 403, isSecret: true };
}

/**
 * After signing in to continue an interrupted form.
 * @param session token of the new session
 */
export function resumedFormPage(context: RequestContext, { action, fields, files }: InterruptedForm, session: string): Page {
  const { errors } = context.t;
  const signedIn = { ...context, formSecret: () => session, formToken: () => formToken(session) };
  const body = (
    <RequestContextProvider value={signedIn}>
      <div class="head">
        <h1>{errors.notSaved}</h1>
        <p>{errors.stillThere}</p>
        <SendAgain action={action} fields={fields} files={files} />
      </div>
    </RequestContextProvider>
  );
  return { title: errors.notSaved, body, isDoor: true, isSecret: true };
}

/** Hidden fields, except those to be entered again. */
function SendAgain({ action, fields, files }: Pick<InterruptedForm, 'action' | 'fields' | 'files'>) {
  const { t } = useRequestContext();
  return (
    <Form class="form" action={action} encType={files.length > 0 ? 'multipart/form-data' : undefined}>
      {fields.map(([name, value]) =>
        isSecretField(name) ? (
          <Field key={name} name={name} type="password" label={t.door.password} required />
        ) : (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      {files.map((name) => (
        <Field key={name} name={name} type="file" label={t.errors.fileAgain} />
      ))}
      <Submit class="first" text={t.errors.sendAgain} />
    </Form>
  );
}
