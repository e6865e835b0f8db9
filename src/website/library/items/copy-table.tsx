import { type RequestContext, useRequestContext } from '../../http/request-context';
import { decadeClass } from '../../ui/decade-class';
import { Form, Submit } from '../../ui/form';
import { Table } from '../../ui/table';
import { CopyLoans } from '../loans/copy-loans';
import type { Loan, LoansOfCopies } from '../loans/loans';
import { CopyPhotos } from '../photos/photos';
import { EarlierValues } from '../value/earlier-values';
import { CopyForm, type EditedCopy } from './copy-form';
import { enteredOf } from './copy-input';
import { orderHeads } from './filters';
import { ItemConflict } from './item-conflict';
import { ItemTitle, itemFormatOf, Marks, numberOf } from './item-title';
import type { Copy, ItemRelease, ListedItem } from './items';
import { backOf, copyOrders, listQuery } from './list-query';

/** Checkboxes belong to this form, since rows have their own and forms cannot be nested. */
export const bulkForm = 'chosen';

interface CopyTableProps {
  readonly items: readonly ListedItem<Copy>[];
  readonly edited: EditedCopy | undefined;
  readonly loans: LoansOfCopies;
}

/** Cards on phones. */
export function CopyTable({ items, edited, loans }: CopyTableProps) {
  const context = useRequestContext();
  const { t, query } = context;
  const { columns, copyFields } = t.collection;
  const head = orderHeads(context, 'collection', copyOrders);
  const isElsewhere = edited && !items.some(({ item }) => item._id === edited.stored.item._id);
  return (
    <Table
      class={query.has('select') ? 'owned lean-rows selecting' : 'owned lean-rows'}
      caption={t.collection.title}
      heads={[
        head('title', t.fields.release),
        columns.format,
        head('condition', copyFields.condition),
        head('bought', columns.bought, 'spare'),
        head('place', copyFields.storage_location),
        head('price', copyFields.price, 'money'),
        { hidden: t.words.edit },
      ]}
    >
      {isElsewhere && <EditedRow edited={edited} />}
      {items.map((one) =>
        one.item._id === edited?.stored.item._id ? (
          <EditedRow key="item" edited={edited} />
        ) : (
          <Row key={one.item._id} listed={one} loan={loans.get(one.item._id)?.[0]} />
        ),
      )}
    </Table>
  );
}

function EditedRow({ edited }: { readonly edited: EditedCopy }) {
  const context = useRequestContext();
  const { t, to, query } = context;
  const { changedMeanwhile, copyFields } = t.collection;
  const { stored, state } = edited;
  return (
    <tr class={['editing', decadeClass(edited.stored.release.year)].filter(Boolean).join(' ')} id="item">
      <td class="keep" colSpan={7}>
        {edited.isChanged && (
          <ItemConflict problem={changedMeanwhile} labels={copyFields} now={enteredOf(stored.item, context)} entered={state.entered} />
        )}
        <CopyForm edited={edited} cancel={to.collection(listQuery(query))} />
        <CopyLoans copy={stored.item} loans={edited.loans} back={edited.back} />
        <EarlierValues copy={stored.item} values={edited.values} back={edited.back} />
        <CopyPhotos copy={stored.item} photos={edited.photos} problems={edited.photoProblems} back={edited.back} />
        <OtherCopies others={edited.others} />
      </td>
    </tr>
  );
}

function Row({ listed: { item, release }, loan }: { readonly listed: ListedItem<Copy>; readonly loan: Loan | undefined }) {
  const context = useRequestContext();
  const { t, to, query } = context;
  const words = t.collection;
  return (
    <tr id={`copy-${item._id}`} class="card">
      <th scope="row">
        <ItemTitle
          release={release}
          notes={item.notes}
          marks={<Marks item={item} hrefOf={(tag) => to.collection({ ...listQuery(query), page: undefined, tag })} />}
          loan={loan}
          below={phoneLine(item, release, context)}
          before={
            <input type="checkbox" form={bulkForm} name="item" value={item._id} aria-label={words.choose({ title: release.title })} />
          }
        />
      </th>
      <td>
        {itemFormatOf(item, release, context)}
        {item.quantity > 1 && `, ${t.records.own.times({ count: context.format.number(item.quantity) })}`}
        <span class="soft n"> {numberOf(release)}</span>
      </td>
      <td class={item.status === 'ordered' ? 'keep' : undefined}>
        <State item={item} title={release.title} />
      </td>
      <td class="n spare">{dateOf(item, context)}</td>
      <td class="place">{item.storage_location ?? (item.status === 'ordered' ? item.order_vendor : null)}</td>
      <td class="money">{priceOf(item, context)}</td>
      <td class="keep">
        <a href={`${to.collection({ ...listQuery(query), edit: item._id })}#item`} aria-label={words.editOf({ title: release.title })}>
          {t.words.edit}
        </a>
      </td>
    </tr>
  );
}

/** The condition, or "ordered" with a button for its arrival. */
function State({ item, title }: { readonly item: Copy; readonly title: string }) {
  const { t, to, query } = useRequestContext();
  return (
    <>
      {item.status === 'ordered' ? (
        <Form class="row inline" action={to.copy(item._id)}>
          <span class="soft">{t.words.statuses.ordered}</span>
          <input type="hidden" name="back" value={backOf(query)} />
          <Submit name="do" value="arrived" aria-label={t.collection.arrivedOf({ title })} text={t.collection.arrived} />
        </Form>
      ) : (
        item.condition && t.words.conditions[item.condition]
      )}
      {item.is_signed && (
        <>
          {(item.condition || item.status === 'ordered') && <br />}
          <span class="yes">{t.collection.signed}</span>
        </>
      )}
    </>
  );
}

/** `Vinyl · Mint · Shelf A` */
const phoneLine = (item: Copy, release: ItemRelease, context: RequestContext): string =>
  [itemFormatOf(item, release, context), item.condition && context.t.words.conditions[item.condition], item.storage_location]
    .filter(Boolean)
    .join(' · ');

/** Purchase or order. */
const dateOf = ({ purchased_at: bought, order_date: ordered }: Copy, { format }: RequestContext): string => {
  const date = bought ?? ordered;
  return date === null ? '' : format.date(date, 'short');
};

/** Paid or agreed. */
const priceOf = ({ purchase_price_cents: paid, order_price_cents: agreed, currency }: Copy, { format }: RequestContext): string => {
  const amount = paid ?? agreed;
  return amount === null ? '' : format.price(amount, currency);
};

function OtherCopies({ others }: { readonly others: readonly ListedItem<Copy>[] }) {
  const context = useRequestContext();
  const { t, to, format } = context;
  if (others.length === 0) return null;
  return (
    <ul class="copies" aria-label={t.collection.otherCopies}>
      {others.map(({ item, release }) => (
        <li key={item._id}>
          <strong>{itemFormatOf(item, release, context) || t.records.own.copy}</strong>
          <span>{item.status === 'ordered' ? t.words.statuses.ordered : item.condition && t.words.conditions[item.condition]}</span>
          {item.purchased_at && <span class="soft">{format.date(item.purchased_at, 'short')}</span>}
          {item.storage_location && <span class="soft">{item.storage_location}</span>}
          <a href={`${to.collection({ release: release._id, edit: item._id })}#item`}>{t.words.edit}</a>
        </li>
      ))}
    </ul>
  );
}
