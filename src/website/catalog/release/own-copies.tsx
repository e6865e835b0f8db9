import { useRequestContext } from '../../http/request-context';
import { dealText, itemFormatOf, shownNotes } from '../../library/items/item-title';
import type { Copy, ListedItem } from '../../library/items/items';
import { Lent } from '../../library/loans/lent';
import type { Loan } from '../../library/loans/loans';
import type { Own } from '../../library/own-items';
import { CatalogText } from '../../ui/catalog-text';
import { Form, Submit } from '../../ui/form';

interface OwnCopiesProps {
  /** The release page. */
  readonly action: string;
  readonly own: Own;
}

/** Copies, wishlist and actions. */
export function OwnCopies({ action, own: { copies, copyCount, loans, wishes } }: OwnCopiesProps) {
  const { t } = useRequestContext();
  const words = t.records.own;
  const isWanted = wishes.length > 0;
  const isOwned = copyCount > 0;
  return (
    <>
      <Form class="row reach" action={action}>
        {isOwned && <span class="yes desk">{words.yes}</span>}
        <Submit class={isOwned ? undefined : 'first'} name="do" value="own" text={isOwned ? words.addAnother : words.add} />
        {isWanted && <span class="yes desk">{words.wanted}</span>}
        {isWanted ? (
          <Submit class="plain" name="do" value="unwant" text={words.unwish} />
        ) : (
          !isOwned && <Submit name="do" value="want" text={words.wish} />
        )}
      </Form>
      {isOwned && <CopyList copies={copies} count={copyCount} title={copies[0]?.item.release.title} loans={loans} />}
    </>
  );
}

interface CopyListProps {
  readonly copies: Own['copies'];
  readonly count: number;
  readonly title: string | undefined;
  readonly loans?: Own['loans'];
  /** Whether they are of other editions. */
  readonly areOthers?: boolean;
}

export function CopyList({ copies, count, title, loans, areOthers }: CopyListProps) {
  const { t, to, format } = useRequestContext();
  const words = t.records.own;
  return (
    <ul class="copies" aria-label={words.copies}>
      {copies.map((listed) => (
        <CopyLine key={listed.item._id} listed={listed} isTitled={areOthers} loan={loans?.get(listed.item._id)?.[0]} />
      ))}
      {count > copies.length && (
        <li>
          <a href={to.collection({ q: title })}>{words.all({ count: format.number(count) })}</a>
        </li>
      )}
    </ul>
  );
}

interface CopyLineProps {
  readonly listed: ListedItem<Copy>;
  /** Whether to name the release, for other editions. */
  readonly isTitled: boolean | undefined;
  /** While it is lent. */
  readonly loan: Loan | undefined;
}

function CopyLine({ listed: { item: copy, release }, isTitled, loan }: CopyLineProps) {
  const context = useRequestContext();
  const { t, to, format } = context;
  const words = t.records.own;
  const name = itemFormatOf(copy, release, context) || words.copy;
  const more = [copy.quantity > 1 && words.times({ count: format.number(copy.quantity) }), copy.is_signed && words.signed].filter(
    (one) => one !== false,
  );
  return (
    <li>
      {isTitled && <CatalogText text={copy.release.title} />}
      <strong>{name}</strong>
      {copy.condition && <span>{t.words.conditions[copy.condition]}</span>}
      {more.length > 0 && <span>{more.join(', ')}</span>}
      {loan && <Lent loan={loan} />}
      <Purchase copy={copy} />
      {copy.storage_location && <span class="soft">{copy.storage_location}</span>}
      {copy.notes && <span class="soft lines">{shownNotes(copy.notes)}</span>}
      <a href={`${to.collection({ edit: copy._id })}#item`} aria-label={words.editOf({ what: name })}>
        {words.edit}
      </a>
    </li>
  );
}

/** Date, shop and price of purchase or order. */
function Purchase({ copy }: { readonly copy: Copy }) {
  const { t, format } = useRequestContext();
  const words = t.records.own;
  const { currency } = copy;
  const text =
    copy.status === 'ordered'
      ? dealText({ date: copy.order_date, shop: copy.order_vendor, price: copy.order_price_cents, currency }, words.ordered, format) ||
        t.collection.isOrdered
      : dealText({ date: copy.purchased_at, shop: copy.shop, price: copy.purchase_price_cents, currency }, words.bought, format);
  return text ? <span class="soft">{text}</span> : null;
}
