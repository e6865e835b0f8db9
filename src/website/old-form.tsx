import { Field, Form } from './components/form';
import { parametersOf } from './components/pager';
import { type SentForm, tokenField } from './form';
import type { Page } from './page';
import type { Visit } from './visit';

/** What is typed again rather than written into a page. */
const isSecret = (field: string): boolean => field.includes('password');

/** The page in the place of a form that was open for too long: what was entered is kept, to be sent once more. */
export function oldFormPage({ t, to, path, query }: Visit, form: SentForm): Page {
  const fields = form.texts.filter(([name]) => name !== tokenField);
  const body = (
    <div class="head">
      <h1>{t.errors.tooOld}</h1>
      <p>{t.errors.old}</p>
      <Form class="form" action={to.same(path, parametersOf(query))} encType={form.files.length > 0 ? 'multipart/form-data' : undefined}>
        {fields.map(([name, value]) =>
          isSecret(name) ? (
            <Field key={name} name={name} type="password" label={t.door.password} required />
          ) : (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          ),
        )}
        {form.files.map((name) => (
          <Field key={name} name={name} type="file" label={t.errors.fileAgain} />
        ))}
        <button type="submit" class="first">
          {t.errors.sendAgain}
        </button>
      </Form>
    </div>
  );
  return { title: t.errors.tooOld, body, status: 403, isSecret: true };
}
