import { type SentForm, tokenField, userField } from '../../http/form';
import type { Page } from '../../http/page';
import { useVisit, type Visit } from '../../http/request-context';
import { Form } from '../../ui/form';
import { wordsFor } from './copy-conflict';

/**
 * The page in the place of a form whose copy was removed since it was opened: what was entered, to be copied out or to be
 * made another copy of.
 * @param problems why none could be made
 */
export function goneCopyPage(visit: Visit, form: SentForm, problems: readonly string[]): Page {
  const { title, lead } = visit.t.collection.gone;
  const body = (
    <div class="head">
      <h1>{title}</h1>
      <p role="alert">{lead}</p>
      {problems.map((problem) => (
        <p key={problem} class="no" role="alert">
          {problem}
        </p>
      ))}
      <Entered form={form} />
      <AddAnew form={form} />
    </div>
  );
  return { title, body, current: 'collection', status: problems.length > 0 ? 422 : 404, isSecret: true };
}

function Entered({ form }: { readonly form: SentForm }) {
  const visit = useVisit();
  const { formNames, gone } = visit.t.collection;
  const names = (Object.keys(formNames) as (keyof typeof formNames)[]).filter((name) => form.text(name) !== '');
  return (
    <table class="versus">
      <caption class="hidden">{gone.entered}</caption>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{formNames[name]}</th>
            <td>{wordsFor(name, form.text(name), visit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddAnew({ form }: { readonly form: SentForm }) {
  const { t, to } = useVisit();
  const fields = form.texts.filter(([name]) => name !== tokenField && name !== userField && name !== 'do');
  return (
    <Form class="row">
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {form.text('release') !== '' && (
        <button type="submit" class="first" name="do" value="anew">
          {t.collection.gone.addAnew}
        </button>
      )}
      <a href={to.collection()}>{t.collection.gone.leaveIt}</a>
    </Form>
  );
}
