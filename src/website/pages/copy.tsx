import { saying } from '../addresses';
import { ApiError } from '../api';
import { backOf, listQuery } from '../collection/asked-list';
import { copyFields, readCopyForm } from '../collection/copy-input';
import { type Copy, changeItem, collectionPath, copies, readItem, removeItem } from '../collection/items';
import { collectionPage, type Editing } from '../collection/list-page';
import { Confirmation } from '../components/confirmation';
import { type Problems, problemsOf, type SentForm } from '../form';
import { type Answer, type Page, seeOther } from '../page';
import type { Visit } from '../visit';

interface Parameters {
  readonly id: string;
}

/** Asks whether a copy is to be removed; without that question, leads to its form. */
export async function show(visit: Visit, { id }: Parameters): Promise<Answer> {
  const { api, to, t, query } = visit;
  if (!query.has('remove')) return seeOther(`${to.collection({ edit: id })}#item`);
  const { release } = await readItem<Copy>(api, collectionPath, id);
  const back = query.get('back') ?? '';
  const words = t.collection.removal;
  const body = (
    <Confirmation
      title={words.title}
      act={words.act}
      back={`${to.collection({ ...queryOf(back), edit: id })}#item`}
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

export function send(visit: Visit, { id }: Parameters, form: SentForm): Promise<Answer> {
  const what = form.text('do');
  if (what === 'remove') return remove(visit, id, form);
  return what === 'arrived' ? arrive(visit, id, form) : save(visit, id, form);
}

async function save(visit: Visit, id: string, form: SentForm): Promise<Answer> {
  const { attributes, problems } = readCopyForm(form, visit);
  if (Object.keys(problems.fields).length > 0) return notTaken(visit, form, 422, { id, state: { entered: form.entered, problems } });
  const sent = await changeItem(visit.api, copies, id, attributes, form.text('tag') || undefined);
  if (sent.ok) return seeOther(saying(`${listOf(visit, form)}#copy-${id}`, 'copy-saved'));
  if (sent.status === 412)
    return notTaken(visit, form, 412, { id, isChanged: true, state: { entered: form.entered, problems: noneOf(problems) } });
  if (sent.status !== 422) throw new ApiError(sent.status, sent.document, sent.headers);
  const refused = problemsOf(visit, sent, copyFields);
  return notTaken(visit, form, 422, { id, state: { entered: form.entered, problems: refused } });
}

const noneOf = ({ all }: Problems): Problems => ({ fields: {}, all });

/** The list that the form stands in, with what was entered. */
async function notTaken(visit: Visit, form: SentForm, status: number, editing: Editing): Promise<Page> {
  const query = new URLSearchParams(backOf(new URLSearchParams(form.text('back'))));
  return { ...(await collectionPage({ ...visit, path: '/collection', query }, editing)), status };
}

async function arrive(visit: Visit, id: string, form: SentForm): Promise<Answer> {
  const sent = await changeItem(visit.api, copies, id, { status: 'active' });
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(`${listOf(visit, form)}#copy-${id}`, 'copy-arrived'));
}

async function remove(visit: Visit, id: string, form: SentForm): Promise<Answer> {
  const sent = await removeItem(visit.api, copies, id);
  if (!sent.ok) throw new ApiError(sent.status, sent.document, sent.headers);
  return seeOther(saying(listOf(visit, form), 'copy-removed'));
}

const listOf = ({ to }: Visit, form: SentForm): string => to.collection(queryOf(form.text('back')));

const queryOf = (back: string) => listQuery(new URLSearchParams(back));
