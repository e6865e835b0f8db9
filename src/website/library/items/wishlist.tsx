import { type Page, pageNumber } from '../../http/page';
import { type RequestContext, RequestContextProvider, useRequestContext } from '../../http/request-context';
import { EmptyState } from '../../ui/empty-state';
import { Form } from '../../ui/form';
import { formatWords } from '../../ui/format-words';
import { Pager } from '../../ui/pager';
import { Table } from '../../ui/table';
import { CollectionFrame, Printed } from '../frame';
import { readSummary } from '../statistics/summary';
import { orderHeads, Tools } from './filters';
import { readEdited } from './item-form';
import { ItemTitle, numberOf, shownNotes } from './item-title';
import { filesOf, type ItemPage, type ListedItem, type OpenForm, openFormOf, readItems, type Wish, wishes, withCreators } from './items';
import { askedOrder, copiesAtOnce, listQuery, orderForApi, wishOrders } from './list-query';
import { type EditedWish, EditedWishRow, enteredOfWish } from './wish-form';

export const get = (context: RequestContext): Promise<Page> => wishlistPage(context, openFormOf(context));

export const file = filesOf('wishlist');

export async function wishlistPage(context: RequestContext, editing: OpenForm | undefined): Promise<Page> {
  const { api, t, query } = context;
  const parameters = {
    ...(query.get('q') && { q: query.get('q') ?? '' }),
    ...orderForApi(wishOrders, askedOrder(context, wishOrders)),
    page: pageNumber(context),
    itemsPerPage: copiesAtOnce,
  };
  const [summary, page, edited] = await Promise.all([
    readSummary(context),
    readItems<Wish>(api, wishes.path, parameters),
    editing && readEdited<Wish>(context, { list: wishes, entered: enteredOfWish }, editing),
  ]);
  const marked = await withCreators(context, page);
  const body = (
    <RequestContextProvider value={context}>
      <CollectionFrame summary={summary} current="wishlist">
        <Wishes wishes={marked} edited={edited} />
      </CollectionFrame>
    </RequestContextProvider>
  );
  return { title: t.collection.tabs.wishlist, current: 'collection', body, modules: ['keep.js'] };
}

function Wishes({ wishes, edited }: { readonly wishes: ItemPage<Wish>; readonly edited: EditedWish | undefined }) {
  const { t, to, query, format } = useRequestContext();
  const words = t.collection;
  if (wishes.meta.totalItems === 0 && !query.get('q'))
    return (
      <EmptyState text={words.wishlist.nothingYet}>
        <a class="button first" href={to.releases()}>
          {words.wishlist.browse}
        </a>
        <a href={to.importFile({ list: 'wishlist' })}>{words.bringFile}</a>
      </EmptyState>
    );
  return (
    <>
      <Tools
        list="wishlist"
        orders={words.wishlist.orders}
        order={askedOrder({ query }, wishOrders)}
        placeholder={words.searchPlaceholder}
      />
      <Printed
        counted={t.words.releases({ count: format.counted(wishes.items.length) })}
        total={wishes.meta.totalItems}
        amounts={wishes.items.map(({ item }) => ({ amount: item.max_price_cents, currency: item.currency }))}
      />
      <p class="row no-print">
        <a href={to.shares()}>{t.shares.share}</a>
      </p>
      {wishes.meta.totalItems === 0 ? (
        <EmptyState text={words.noneFound}>
          <a href={to.wishlist()}>{words.clearFilters}</a>
        </EmptyState>
      ) : (
        (wishes.items.length > 0 || edited) && <WishTable items={wishes.items} edited={edited} />
      )}
      <Pager meta={wishes.meta} />
    </>
  );
}

function WishTable({ items, edited }: { readonly items: readonly ListedItem<Wish>[]; readonly edited: EditedWish | undefined }) {
  const context = useRequestContext();
  const { t } = context;
  const { columns, wishlist } = t.collection;
  const head = orderHeads(context, 'wishlist', wishOrders);
  const isElsewhere = edited && !items.some(({ item }) => item._id === edited.stored.item._id);
  return (
    <Table
      class="owned lean-rows selecting"
      caption={t.collection.tabs.wishlist}
      heads={[
        head('title', t.fields.release),
        columns.format,
        head('priority', wishlist.priority),
        t.collection.copyFields.notes,
        head('price', wishlist.upTo, 'money'),
        { hidden: t.words.edit },
      ]}
    >
      {isElsewhere && <EditedWishRow edited={edited} />}
      {items.map((one) =>
        one.item._id === edited?.stored.item._id ? <EditedWishRow key="item" edited={edited} /> : <Row key={one.item._id} listed={one} />,
      )}
    </Table>
  );
}

function Row({ listed: { item, release } }: { readonly listed: ListedItem<Wish> }) {
  const context = useRequestContext();
  const { t, to, format, query } = context;
  const words = t.collection;
  const priority = item.priority === null ? '' : words.wishlist.priorities[item.priority];
  const price = item.max_price_cents === null ? '' : format.price(item.max_price_cents, item.currency);
  const kind = formatWords(release.formats, context);
  const below = [
    [kind, numberOf(release)].filter(Boolean).join(' '),
    priority,
    item.any_edition && words.wishlist.anyEdition,
    price && `${words.wishlist.upTo}${format.colon}${price}`,
    shownNotes(item.notes),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <tr id={`wish-${item._id}`}>
      <th scope="row">
        <ItemTitle release={release} below={below} />
      </th>
      <td>
        {kind}
        <span class="soft n"> {numberOf(release)}</span>
      </td>
      <td>{priority}</td>
      <td class="soft">{shownNotes(item.notes)}</td>
      <td class="money">{price}</td>
      <td class="keep">
        <Form class="row" action={to.wish(item._id)}>
          <button type="submit" name="do" value="bought" class="plain" aria-label={words.wishlist.boughtOf({ title: release.title })}>
            {words.wishlist.bought}
          </button>
          <a href={`${to.wishlist({ ...listQuery(query), edit: item._id })}#item`} aria-label={words.editOf({ title: release.title })}>
            {t.words.edit}
          </a>
        </Form>
      </td>
    </tr>
  );
}
