import type { ComponentChildren } from 'preact';
import { type RequestContext, useRequestContext } from '../../http/request-context';
import { displayName } from '../../ui/credits';
import { Hidden, Select, Submit } from '../../ui/form';
import { conditionOptions, formatOptions, statusOptions } from '../../ui/options';
import type { Head } from '../../ui/table';
import type { Filed } from '../statistics/summary';
import { askedFilters, askedOrder, type CopyFilter, copyOrders, directionOf, listQuery, type Orders, plainOrder } from './list-query';

interface ToolsProps {
  readonly list: 'collection' | 'wishlist';
  /** Labels by order. */
  readonly orders: Readonly<Record<string, string>>;
  readonly order: string;
  readonly placeholder: string;
  readonly filters?: ComponentChildren;
  /** Sent by the form itself. */
  readonly filterNames?: readonly string[];
  readonly menu?: ComponentChildren;
}

/** Search, order, filters and a menu; a sheet on phones. */
export function Tools({ list, orders, order, placeholder, filters, filterNames = [], menu }: ToolsProps) {
  const { t, to, query } = useRequestContext();
  const words = t.collection;
  const reversed = order.startsWith('-') ? [[order, words.reversed({ order: orders[plainOrder(order)] ?? '' })] as const] : [];
  return (
    <div class="tools">
      <form role="search" aria-label={words.search} action={to[list]()}>
        <Carried without={['q']} />
        <label class="hidden" for="cq">
          {words.search}
        </label>
        <input id="cq" name="q" type="search" placeholder={placeholder} value={query.get('q') ?? ''} maxLength={200} />
      </form>
      <button class="phone-button" type="button" popovertarget="filter">
        {filters ? words.filter : words.sort}
      </button>
      <form class="sheet filters" id="filter" popover="auto" action={to[list]()} aria-label={words.sortAndFilter}>
        <h2 class="phone">{filters ? words.sortAndFilter : words.sort}</h2>
        <Carried without={['order', ...filterNames]} />
        <Select name="order" label={words.order} value={order} options={[...Object.entries(orders), ...reversed]} />
        {filters}
        <Submit class="first" text={words.apply} />
      </form>
      <details class="drop-menu">
        <summary class="button">
          <span class="desk">{words.export}</span>
          <span class="phone">{words.more}</span>
        </summary>
        <ul>
          <li>
            <a href={to.exportFile(list, 'csv')}>{words.exportCsv}</a>
          </li>
          <li>
            <a href={to.exportFile(list, 'json')}>{words.exportJson}</a>
          </li>
          <li>
            <button type="button" class="plain" data-print hidden>
              {words.print}
            </button>
          </li>
          {menu}
        </ul>
      </details>
    </div>
  );
}

/** Makes heads of a table that order by their column, or else reverse the order. */
export const orderHeads =
  ({ to, query }: RequestContext, list: 'collection' | 'wishlist', orders: Orders) =>
  (name: string, text: string, className?: string): Head => {
    const order = askedOrder({ query }, orders);
    const direction = plainOrder(order) === name ? directionOf(orders, order) : undefined;
    return {
      text: (
        <a href={to[list]({ ...listQuery(query), page: undefined, order: order === name ? `-${name}` : name })}>
          {text}
          {direction && <span aria-hidden="true"> {direction === 'asc' ? '↑' : '↓'}</span>}
        </a>
      ),
      class: className,
      sort: direction && (direction === 'asc' ? 'ascending' : 'descending'),
    };
  };

export function CopyTools({ filed, total }: { readonly filed: Filed; readonly total: number }) {
  const context = useRequestContext();
  const { t, to, query, format } = context;
  const words = t.collection;
  const active = askedFilters(context);
  const { copyFields, filters } = t.collection;
  const labels = {
    ...copyFields,
    ...filters,
    format: copyFields.format_type,
    composer: t.fields.composer,
    label: t.fields.label,
    place: copyFields.storage_location,
    signed: copyFields.is_signed,
  };
  const offered = optionsOf(filed, context);
  const select = (name: (typeof inRow | typeof further)[number], none: string) =>
    offered[name].length === 0 && active[name] === undefined ? null : (
      <Select key={name} name={name} label={labels[name]} value={active[name]} options={offered[name]} none={none} />
    );
  return (
    <Tools
      list="collection"
      orders={words.orders}
      order={askedOrder({ query }, copyOrders)}
      placeholder={words.searchCopies({ count: format.counted(total) })}
      filterNames={[...inRow, ...further]}
      filters={
        <>
          {inRow.map((name) => select(name, words.any[name]))}
          <details class="more" open={further.some((name) => active[name] !== undefined)}>
            <summary>{words.moreFilters}</summary>
            <div>{further.map((name) => select(name, words.all))}</div>
          </details>
        </>
      }
      menu={
        <li class="phone">
          <a href={to.collection({ ...listQuery(query), select: 'yes' })}>{words.selectSeveral}</a>
        </li>
      }
    />
  );
}

/** Other parameters of the address, except the page. */
function Carried({ without }: { readonly without: readonly string[] }) {
  const { query } = useRequestContext();
  const carried = Object.entries(listQuery(query)).filter(([name]) => name !== 'page' && !without.includes(name));
  return <Hidden fields={carried.map(([name, value]) => [name, String(value)])} />;
}

/** The second group is behind "More filters". */
const inRow = ['format', 'decade', 'place'] as const;
const further = ['composer', 'label', 'folder', 'tag', 'condition', 'status', 'rating', 'signed'] as const;

type Options = readonly (readonly [string, string])[];

/** Longer lists are unreadable; there is a search. */
const mostOffered = 300;

function optionsOf(
  filed: Filed,
  { t, format }: RequestContext,
): Readonly<Record<(typeof inRow)[number] | (typeof further)[number], Options>> {
  const texts = (all: readonly (string | null)[]): Options =>
    all
      .filter((text): text is string => text !== null && text !== '')
      .slice(0, mostOffered)
      .toSorted((a, b) => format.compare(a, b))
      .map((text) => [text, text]);
  return {
    composer: texts(filed.composers.map(({ name }) => name)).map(([name]) => [name, displayName(t, name)]),
    label: texts(filed.by_label.map(({ name }) => name)),
    folder: texts(filed.by_folder.map(({ folder }) => folder)),
    tag: texts(filed.by_tag.map(({ tag }) => tag)),
    place: texts(filed.by_storage_location.map(({ storage_location: place }) => place)),
    decade: filed.by_decade.flatMap(({ decade }) => (decade === null ? [] : [[String(decade), t.words.decade({ decade })] as const])),
    condition: conditionOptions(t),
    format: formatOptions(t),
    status: statusOptions(t),
    rating: ['5', '4', '3', '2', '1'].map((rating) => [rating, rating]),
    signed: [
      ['true', t.collection.signed],
      ['false', t.collection.notSigned],
    ],
  };
}

/** Each links to the list without it. */
export function AppliedFilters({ total }: { readonly total: number }) {
  const context = useRequestContext();
  const { t, to, query, format } = context;
  const active = Object.entries(askedFilters(context)) as [CopyFilter, string][];
  if (active.length === 0) return null;
  const { page: _, ...others } = listQuery(query);
  return (
    <div class="bar">
      <span class="chips">
        {active.map(([name, value]) => (
          <a key={name} href={to.collection({ ...others, [name]: undefined })}>
            {valueWords(name, value, context)} <span aria-hidden="true">×</span>
            <span class="hidden">{t.collection.removeFilter}</span>
          </a>
        ))}
        <a class="plain" href={to.collection({ view: query.get('view') ?? undefined, order: query.get('order') ?? undefined })}>
          {t.collection.clearFilters}
        </a>
      </span>
      <span class="soft">{t.words.copies({ count: format.counted(total) })}</span>
    </div>
  );
}

function valueWords(name: CopyFilter, value: string, { t }: RequestContext): string {
  const lists: Partial<Record<CopyFilter, Readonly<Record<string, string>>>> = {
    condition: t.words.conditions,
    format: t.words.formatTypes,
    status: t.words.statuses,
    signed: { true: t.collection.signed, false: t.collection.notSigned },
    release: { [value]: t.collection.ofOneRelease },
  };
  if (name === 'decade') return t.words.decade({ decade: Number(value) });
  if (name === 'bought') return t.collection.numbers.boughtIn({ year: value });
  if (name === 'rating') return t.collection.rated({ rating: value });
  return lists[name]?.[value] ?? value;
}
