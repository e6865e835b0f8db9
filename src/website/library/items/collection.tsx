import type { Progress } from '../../../online/completion/documents';
import { AddADisc } from '../../editing/editor-links';
import type { Page } from '../../http/page';
import { type RequestContext, RequestContextProvider, useRequestContext } from '../../http/request-context';
import { CatalogTitle, shortTitle } from '../../ui/catalog-text';
import { EmptyState } from '../../ui/empty-state';
import { Submit } from '../../ui/form';
import { Pager } from '../../ui/pager';
import { Sleeve } from '../../ui/pictures';
import { CompletionOffer, progressOf } from '../completion/progress';
import { CollectionFrame, Printed } from '../frame';
import { Lent } from '../loans/lent';
import { type Loan, type LoansOfCopies, noLoans, readLoansOf } from '../loans/loans';
import { readPhotos } from '../photos/photos';
import { type Filed, readFiled, readSummary, type Summary } from '../statistics/summary';
import { readEarlierValues } from '../value/earlier-values';
import type { EditedCopy } from './copy-form';
import { enteredOf } from './copy-input';
import { bulkForm, CopyTable } from './copy-table';
import { AppliedFilters, CopyTools } from './filters';
import { readEdited } from './item-form';
import { itemFormatOf, Marks, Provisional } from './item-title';
import {
  type Copy,
  collectionPath,
  copies,
  filesOf,
  type ItemPage,
  type ListedItem,
  type OpenForm,
  openFormOf,
  readItems,
  withCreators,
} from './items';
import { askedFilters, asksForAll, backOf, copiesAtOnce, listQuery, maximumChosen, readAskedCopies } from './list-query';
import { suggestedCurrencies } from './money';

export const get = (context: RequestContext): Promise<Page> => collectionPage(context, openFormOf(context));

export const file = filesOf('collection');

export async function collectionPage(context: RequestContext, editing: OpenForm | undefined): Promise<Page> {
  const [summary, progress, filed, page, edited] = await Promise.all([
    readSummary(context),
    progressOf(context),
    readFiled(context),
    readAskedCopies(context),
    editing && readEditedCopy(context, editing),
  ]);
  const { title } = context.t.collection;
  const content = {
    summary,
    progress,
    filed,
    copies: await withCreators(context, page),
    loans: summary.loans === 0 ? noLoans : await loansOf(context, page),
    edited: edited && { ...edited, filed, currencies: suggestedCurrencies(summary) },
  };
  const body = <RequestContextProvider value={context}>{bodyOf(context, content)}</RequestContextProvider>;
  return { title, current: 'collection', body, modules: ['keep.js'] };
}

const loansOf = ({ api }: RequestContext, { items }: ItemPage<Copy>): Promise<LoansOfCopies> => readLoansOf(api, items);

const othersAtOnce = 20;

async function readEditedCopy(context: RequestContext, open: OpenForm): Promise<Omit<EditedCopy, 'filed' | 'currencies'>> {
  const edited = await readEdited<Copy>(context, { list: copies, entered: enteredOf }, open);
  const { item, release } = edited.stored;
  const [all, loans, values, photos] = await Promise.all([
    readItems<Copy>(context.api, collectionPath, { release: release._id, itemsPerPage: othersAtOnce }),
    readLoansOf(context.api, [{ item }], {}),
    readEarlierValues(context, item._id),
    readPhotos(context, item._id),
  ]);
  return {
    ...edited,
    loans: loans.get(item._id) ?? [],
    ...{ values, photos, photoProblems: open.photoProblems ?? [] },
    others: all.items.filter((other) => other.item._id !== item._id),
  };
}

interface Shown {
  readonly summary: Summary;
  readonly progress: Progress;
  readonly filed: Filed;
  readonly copies: ItemPage<Copy>;
  readonly loans: LoansOfCopies;
  readonly edited: EditedCopy | undefined;
}

function bodyOf(context: RequestContext, content: Shown) {
  if (content.copies.meta.totalItems === 0 && Object.keys(askedFilters(context)).length === 0)
    return <NothingYet summary={content.summary} />;
  const isShelf = context.query.get('view') === 'shelf' && content.edited === undefined;
  return (
    <CollectionFrame summary={content.summary} current={isShelf ? 'shelf' : 'table'}>
      {!isShelf && <QuickAdd />}
      <CompletionOffer progress={content.progress} />
      <CopyTools filed={content.filed} total={content.summary.copies} />
      <AppliedFilters total={content.copies.meta.totalItems} />
      <Copies content={content} isShelf={isShelf} />
    </CollectionFrame>
  );
}

function NothingYet({ summary }: Pick<Shown, 'summary'>) {
  const { t, to } = useRequestContext();
  return (
    <CollectionFrame summary={summary} current="table">
      <EmptyState text={t.collection.nothingYet}>
        <a class="button first" href={to.addMany()}>
          {t.collection.pasteBarcodes}
        </a>
        <a href={to.importFile()}>{t.collection.bringFile}</a>
        <AddADisc />
      </EmptyState>
    </CollectionFrame>
  );
}

/** A row on desktops, a sheet on phones. */
function QuickAdd() {
  const { t, to } = useRequestContext();
  const words = t.collection.quickAdd;
  return (
    <>
      <form class="bar quick sheet" id="add" popover="auto" action={to.addMany()} aria-label={words.title}>
        <h2 class="phone">{words.title}</h2>
        <label for="code">
          <span class="desk">{words.label}</span>
          <span class="phone">{words.placeholder}</span>
        </label>
        <input id="code" name="codes" placeholder={words.placeholder} maxLength={255} required />
        <Submit class="first" text={words.lookUp} />
        <span class="ways">
          <a href={to.addMany()}>{words.many}</a>
          <a href={to.addRelease()}>{words.byHand}</a>
        </span>
      </form>
      <p class="reach-pill phone">
        <a class="button" href={to.shop()}>
          {t.collection.tabs.shop}
        </a>
        <button class="first" type="button" popovertarget="add">
          {words.title}
        </button>
      </p>
    </>
  );
}

function Copies({ content: { copies, loans, edited }, isShelf }: { readonly content: Shown; readonly isShelf: boolean }) {
  const { t, to, query, format } = useRequestContext();
  if (copies.items.length === 0 && copies.meta.totalItems > 0 && !edited) return <Pager meta={copies.meta} />;
  if (copies.items.length === 0 && !edited)
    return (
      <EmptyState text={t.collection.noneFound}>
        <a href={to.collection({ view: query.get('view') ?? undefined })}>{t.collection.clearFilters}</a>
      </EmptyState>
    );
  return (
    <>
      <Printed
        counted={t.words.copies({ count: format.counted(copies.items.reduce((sum, { item }) => sum + item.quantity, 0)) })}
        total={copies.meta.totalItems}
        amounts={copies.items.map(({ item }) => ({
          amount: item.purchase_price_cents ?? item.order_price_cents,
          currency: item.currency,
        }))}
      />
      {isShelf ? <CopyShelf items={copies.items} loans={loans} /> : <CopyTable items={copies.items} edited={edited} loans={loans} />}
      {!isShelf && <BulkBar total={copies.meta.totalItems} />}
      <Pager meta={copies.meta} />
      <AllOnOne total={copies.meta.totalItems} />
    </>
  );
}

/** Link to one page for printing, and back. */
function AllOnOne({ total }: { readonly total: number }) {
  const context = useRequestContext();
  const { t, to, query } = context;
  if (total <= copiesAtOnce) return null;
  const isAll = asksForAll(context);
  return (
    <p class="bar">
      <a href={to.collection({ ...listQuery(query), page: undefined, rows: isAll ? undefined : 'all' })}>
        {isAll ? t.collection.inPages : t.collection.allOnOne}
      </a>
    </p>
  );
}

function BulkBar({ total }: { readonly total: number }) {
  const context = useRequestContext();
  const { t, to } = context;
  const words = t.collection.bulk;
  return (
    <form class={context.query.has('select') ? 'row reach' : 'row'} id={bulkForm} action={to.bulkEdit()}>
      <input type="hidden" name="back" value={backOf(context.query)} />
      <Submit text={words.changeChosen} />
      {total <= maximumChosen && (
        <a href={to.bulkEdit({ ...listQuery(context.query), page: undefined, view: undefined, all: 'yes', back: backOf(context.query) })}>
          {words.changeAll}
        </a>
      )}
    </form>
  );
}

const CopyShelf = ({ items, loans }: { readonly items: readonly ListedItem<Copy>[]; readonly loans: LoansOfCopies }) => (
  <ul class="shelf tight">
    {items.map((item) => (
      <Shelved key={item.item._id} listed={item} loan={loans.get(item.item._id)?.[0]} />
    ))}
  </ul>
);

function Shelved({ listed: { item, release }, loan }: { readonly listed: ListedItem<Copy>; readonly loan: Loan | undefined }) {
  const context = useRequestContext();
  const { t, to } = context;
  const state = item.status === 'ordered' ? t.collection.isOrdered : item.condition && t.words.conditions[item.condition];
  const parts = [itemFormatOf(item, release, context), state].filter((part) => part);
  return (
    <li>
      <a href={to.release(release)}>
        <Sleeve of={release} />
        <CatalogTitle text={shortTitle(release.title)} />
        <small>
          {parts.join(' · ')}
          {release.creator && <Provisional creator={release.creator} follows={parts.length > 0} />}
          {item.is_signed && (
            <>
              {(parts.length > 0 || release.creator) && ' · '}
              <span class="yes">{t.collection.isSigned}</span>
            </>
          )}
        </small>
        <Marks item={item} />
        {loan && (
          <small>
            <Lent loan={loan} isBrief />
          </small>
        )}
      </a>
    </li>
  );
}
