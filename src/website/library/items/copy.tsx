import { ApiError } from '../../api/client';
import { addressWithQuery, withFlash } from '../../http/addresses';
import { problemsOf, type SentForm, tokenField, userField } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { Confirmation } from '../../ui/confirmation';
import { AllProblems, Form } from '../../ui/form';
import { collectionPage } from './collection';
import { wordsFor } from './copy-conflict';
import { copyFields, readCopyForm } from './copy-input';
import { type EditedList, queryOf, saveItem } from './item-form';
import { type Copy, changeItem, collectionPath, copies, type ItemParameters, readItem, removeItem } from './items';
import { listQuery } from './list-query';
import { keepSteps, removalOf } from './undo';

const addressOf = ({ to }: RequestContext, id: string, form: SentForm): string => `${to.collection(queryOf(form))}#copy-${id}`;

const editedCopies: EditedList = {
  list: copies,
  path: '/collection',
  read: readCopyForm,
  fields: copyFields,
  page: collectionPage,
  address: addressOf,
  notice: 'copy-saved',
};

/** Asks before removal; otherwise leads to the form. */
export async function get(visit: RequestContext, { id }: ItemParameters): Promise<PageAnswer> {
  const { api, to, t, query } = visit;
  if (!query.has('remove')) return seeOther(`${to.collection({ edit: id })}#item`);
  const { release } = await readItem<Copy>(api, collectionPath, id);
  const back = query.get('back') ?? '';
  const words = t.collection.removal;
  const body = (
    <Confirmation
      title={words.title}
      act={words.act}
      back={`${to.collection({ ...listQuery(new URLSearchParams(back)), edit: id })}#item`}
      fields={
        <>
          <input type="hidden" name="do" value="remove" />
          <input type="hidden" name="back" value={back} />
        </>
      }
    >
      {words.lead(release.title)}
    </Confirmation>
  );
  return { title: words.title, current: 'collection', body } satisfies Page;
}

export function post(visit: RequestContext, { id }: ItemParameters, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  if (what === 'remove') return remove(visit, id, form);
  if (what === 'arrived') return arrive(visit, id, form);
  return what === 'anew' ? addAnew(visit, form) : orGone(saveItem(visit, editedCopies, id, form), visit, form);
}

/** Shows the input if the copy was removed meanwhile. */
async function orGone(saved: Promise<PageAnswer>, visit: RequestContext, form: SentForm): Promise<PageAnswer> {
  try {
    return await saved;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return goneCopyPage(visit, form, []);
    throw error;
  }
}

/** Adds a removed copy again from the input. */
async function addAnew(visit: RequestContext, form: SentForm): Promise<PageAnswer> {
  const { attributes, problems } = readCopyForm(form, visit);
  const wrong = Object.values(problems.fields);
  if (wrong.length > 0) return goneCopyPage(visit, form, wrong);
  const data = { type: copies.type, attributes: { ...attributes, release: { id: form.text('release') } } };
  const sent = await visit.api.send('POST', copies.path, { data });
  if (sent.ok) return seeOther(withFlash(addressOf(visit, sent.document.data.attributes._id, form), 'copy-saved'));
  const refused = problemsOf(visit, sent, copyFields);
  return goneCopyPage(visit, form, [...Object.values(refused.fields), ...refused.all]);
}

async function arrive(visit: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const sent = await changeItem(visit.api, copies, id, { status: 'active' });
  if (!sent.ok) throw new ApiError(sent);
  return seeOther(withFlash(addressOf(visit, id, form), 'copy-arrived'));
}

async function remove(visit: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const { item } = await readItem<Copy>(visit.api, collectionPath, id);
  await removeItem(visit.api, copies, id);
  const word = await keepSteps(visit, [removalOf(item)]);
  return seeOther(addressWithQuery(withFlash(visit.to.collection(queryOf(form)), 'copy-removed'), { undo: word }));
}

/**
 * Shows the input of a copy that was removed meanwhile.
 * @param problems why it cannot be added again
 */
function goneCopyPage(visit: RequestContext, form: SentForm, problems: readonly string[]): Page {
  const { title, lead } = visit.t.collection.gone;
  const body = (
    <div class="head">
      <h1>{title}</h1>
      <p role="alert">{lead}</p>
      <AllProblems problems={problems} />
      <Entered form={form} />
      <AddAnew form={form} />
    </div>
  );
  return { title, body, current: 'collection', status: problems.length > 0 ? 422 : 404, isSecret: true };
}

function Entered({ form }: { readonly form: SentForm }) {
  const visit = useRequestContext();
  const { copyFields, gone } = visit.t.collection;
  const names = (Object.keys(copyFields) as (keyof typeof copyFields)[]).filter((name) => form.text(name) !== '');
  return (
    <table class="versus">
      <caption class="hidden">{gone.entered}</caption>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{copyFields[name]}</th>
            <td>{wordsFor(name, form.text(name), visit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AddAnew({ form }: { readonly form: SentForm }) {
  const { t, to } = useRequestContext();
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
