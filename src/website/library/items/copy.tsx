import { ApiError } from '../../api/client';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type IdParameter, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { confirmationPage } from '../../ui/confirmation';
import { Hidden } from '../../ui/form';
import { readLoansOf } from '../loans/loans';
import { deleteEarlierValue } from '../value/earlier-values';
import { collectionPage } from './collection';
import { copyFields, enteredOf, readCopyForm } from './copy-input';
import { addAgain, saveUnlessGone } from './gone-item';
import { type EditedList, queryOf } from './item-form';
import { type Copy, changeItem, collectionPath, copies, readItem, removeItem } from './items';
import { queryOfBack } from './list-query';
import { changeOf, keepSteps, removalOf, undoChange, undoneAnswer } from './undo';

const addressOf = ({ to }: RequestContext, id: string, form: SentForm): string => `${to.collection(queryOf(form))}#copy-${id}`;

const editedCopies: EditedList<Copy> = {
  list: copies,
  path: '/collection',
  read: readCopyForm,
  entered: enteredOf,
  fields: copyFields,
  page: collectionPage,
  address: addressOf,
  notice: 'copy-saved',
  keepUndo: async (context, change) => (Object.keys(change.after ?? {}).length > 0 ? keepSteps(context, [change]) : undefined),
  gone: ({ collection }) => collection.gone,
  labels: ({ collection }) => collection.copyFields,
};

/** Asks before removal; otherwise leads to the form. */
export async function get(context: RequestContext, { id }: IdParameter): Promise<PageAnswer> {
  const { api, to, t, query } = context;
  if (!query.has('remove')) return seeOther(`${to.collection({ edit: id })}#item`);
  const { release } = await readItem<Copy>(api, collectionPath, id);
  const back = query.get('back') ?? '';
  const words = t.collection.removal;
  const fields = <Hidden fields={{ do: 'remove', back }} />;
  const form = `${to.collection({ ...queryOfBack(back), edit: id })}#item`;
  return confirmationPage({
    title: words.title,
    act: words.act,
    back: form,
    fields,
    lead: words.lead({ title: release.title }),
    current: 'collection',
  });
}

export function post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  if (what === 'remove') return remove(context, id, form);
  if (what === 'arrived') return arrive(context, id, form);
  if (what === 'cancel') return cancelPurchase(context, id, form);
  if (what === 'delete-value') return deleteEarlierValue(context, id, form);
  return what === 'anew' ? addAgain(context, editedCopies, form) : saveUnlessGone(context, editedCopies, id, form);
}

/** Makes the copy a wish again, or asks before removing it where that expired. */
async function cancelPurchase(context: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const undone = await undoChange(context, form.text('wish'));
  return undone.notice === 'undo-expired' ? seeOther(context.to.copy(id, { remove: 'yes' })) : undoneAnswer(context, undone, form);
}

async function arrive(context: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const { item, release } = await readItem<Copy>(context.api, collectionPath, id);
  const after = { status: 'active' };
  const sent = await changeItem(context.api, copies, id, after);
  if (!sent.ok) throw new ApiError(sent);
  const undo = await keepSteps(context, [changeOf(item, after)]);
  return seeOther(withNotice(context, addressOf(context, id, form), 'copy-arrived', { title: release.title, undo }));
}

async function remove(context: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const { item, release } = await readItem<Copy>(context.api, collectionPath, id);
  const loans = await readLoansOf(context.api, [{ item }], {});
  await removeItem(context.api, copies, id);
  const undo = await keepSteps(context, [removalOf(item, 'collection', loans)]);
  return seeOther(withNotice(context, context.to.collection(queryOf(form)), 'copy-removed', { title: release.title, undo }));
}
