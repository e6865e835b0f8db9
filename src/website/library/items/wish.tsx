import { dayOf } from '../../../store/values/dates';
import type { SentForm } from '../../http/form';
import { withNotice } from '../../http/notice';
import { type IdParameter, type Page, type PageAnswer, seeOther } from '../../http/page';
import type { RequestContext } from '../../http/request-context';
import { confirmationPage } from '../../ui/confirmation';
import { Hidden } from '../../ui/form';
import { addAgain, saveUnlessGone } from './gone-item';
import { type EditedList, queryOf } from './item-form';
import { copies, readItem, removeItem, type Wish, wishes, wishlistPath } from './items';
import { additionOf, keepSteps, removalOf } from './undo';
import { enteredOfWish, labelsOfWish, readWishForm } from './wish-form';
import { wishlistPage } from './wishlist';

export const get = ({ to }: RequestContext, { id }: IdParameter): PageAnswer => seeOther(`${to.wishlist({ edit: id })}#item`);

export function post(context: RequestContext, { id }: IdParameter, form: SentForm): Promise<PageAnswer> {
  const what = form.text('do');
  if (what === 'remove') return confirmRemoval(context, id, form);
  if (what === 'removed') return remove(context, id, form);
  if (what === 'anew') return addAgain(context, editedWishes, form);
  return what === 'bought' ? buy(context, id) : saveUnlessGone(context, editedWishes, id, form);
}

const editedWishes: EditedList<Wish> = {
  list: wishes,
  path: '/wishlist',
  read: readWishForm,
  entered: enteredOfWish,
  fields: { max_price_cents: 'max_price' },
  page: wishlistPage,
  address: ({ to }, id, form) => `${to.wishlist(queryOf(form))}#wish-${id}`,
  notice: 'wish-saved',
  gone: ({ collection }) => collection.wishlist.gone,
  labels: labelsOfWish,
};

/** Moves the wish to the collection and opens the copy's form. */
async function buy(context: RequestContext, id: string): Promise<PageAnswer> {
  const { api, to } = context;
  const { item, release } = await readItem<Wish>(api, wishlistPath, id);
  const attributes = { release: { id: release._id }, purchased_at: dayOf(context.now) };
  const sent = await api.change('POST', copies.path, { data: { type: copies.type, attributes }, meta: { takeOffWishlist: true } });
  const undo = await keepSteps(context, [additionOf(sent.document.data.attributes), removalOf(item, 'wishlist')]);
  const copy = `${to.collection({ order: 'added', edit: sent.document.data.attributes._id, wish: undo })}#item`;
  return seeOther(withNotice(context, copy, 'wish-bought', { title: release.title, undo }));
}

async function confirmRemoval({ api, to, t }: RequestContext, id: string, form: SentForm): Promise<Page> {
  const { release } = await readItem<Wish>(api, wishlistPath, id);
  const words = t.collection.wishlist;
  const fields = <Hidden fields={{ do: 'removed', back: form.text('back') }} />;
  const props = { title: words.removeHead, act: words.remove, back: to.wishlist(), fields, lead: release.title };
  return confirmationPage({ ...props, current: 'collection' });
}

async function remove(context: RequestContext, id: string, form: SentForm): Promise<PageAnswer> {
  const { item, release } = await readItem<Wish>(context.api, wishlistPath, id);
  await removeItem(context.api, wishes, id);
  const undo = await keepSteps(context, [removalOf(item, 'wishlist')]);
  return seeOther(withNotice(context, context.to.wishlist(queryOf(form)), 'wish-removed', { title: release.title, undo }));
}
