import { ApiError } from '../../api/client';
import { withFlash } from '../../http/addresses';
import { noProblems, problemsOf, type SentForm } from '../../http/form';
import { type Page, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { Confirmation } from '../../ui/confirmation';
import { changeItem, copies, type ItemParameters, type OpenForm, readItem, removeItem, type Wish, wishes, wishlistPath } from './items';
import { backOf, listQuery } from './list-query';
import { readWishForm, wishFields } from './wish-input';
import { wishlistPage } from './wishlist';

export const get = ({ to }: RequestContext, { id }: ItemParameters): PageAnswer => seeOther(`${to.wishlist({ edit: id })}#item`);

export function post(visit: RequestContext, { id }: ItemParameters, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  if (what === 'remove') return confirmRemoval(visit, id, form);
  if (what === 'removed') return remove(visit, id, form);
  return what === 'bought' ? buy(visit, id) : save(visit, id, form);
}

async function save(visit: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const { attributes, problems } = readWishForm(form, visit);
  const { entered } = form;
  if (Object.keys(problems.fields).length > 0) return notTaken(visit, form, 422, { id, state: { entered, problems } });
  const sent = await changeItem(visit.api, wishes, id, attributes, form.text('tag') || undefined);
  if (sent.ok) return seeOther(withFlash(`${listOf(visit, form)}#wish-${id}`, 'wish-saved'));
  if (sent.status === 412) return notTaken(visit, form, 412, { id, isChanged: true, state: { entered, problems: noProblems } });
  if (sent.status !== 422) throw new ApiError(sent);
  const refused = problemsOf(visit, sent, wishFields);
  return notTaken(visit, form, 422, { id, state: { entered, problems: refused } });
}

/** The list with the rejected form. */
async function notTaken(visit: RequestContext, form: SentForm, status: number, editing: OpenForm): Promise<Page> {
  const query = new URLSearchParams(backOf(new URLSearchParams(form.text('back'))));
  return { ...(await wishlistPage({ ...visit, path: '/wishlist', query }, editing)), status };
}

/** Moves the wish to the collection and opens the copy's form. */
async function buy(visit: RequestContext, id: string): Promise<PageAnswer> {
  const { api, to } = visit;
  const { release } = await readItem<Wish>(api, wishlistPath, id);
  const attributes = { release: { id: release._id }, purchased_at: visit.now.toISOString().slice(0, 10) };
  const sent = await api.change('POST', copies.path, { data: { type: copies.type, attributes }, meta: { takeOffWishlist: true } });
  return seeOther(withFlash(`${to.collection({ order: 'added', edit: sent.document.data.attributes._id })}#item`, 'wish-bought'));
}

async function confirmRemoval({ api, to, t }: RequestContext, id: string, form: SentForm): Promise<Page> {
  const { release } = await readItem<Wish>(api, wishlistPath, id);
  const words = t.collection.wishlist;
  const body = (
    <Confirmation
      title={words.removeHead}
      act={words.remove}
      back={to.wishlist()}
      fields={
        <>
          <input type="hidden" name="do" value="removed" />
          <input type="hidden" name="back" value={form.text('back')} />
        </>
      }
    >
      {release.title}
    </Confirmation>
  );
  return { title: words.removeHead, current: 'collection', body };
}

async function remove(visit: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  await removeItem(visit.api, wishes, id);
  return seeOther(withFlash(listOf(visit, form), 'wish-removed'));
}

const listOf = ({ to }: RequestContext, form: SentForm): string => to.wishlist(listQuery(new URLSearchParams(form.text('back'))));
