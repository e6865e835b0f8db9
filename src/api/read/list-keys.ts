import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { parameter, Statements } from '../../store/database/sql';
import type { Resource } from '../schema/resource';
import { RankedLists } from './ranked-lists';
import {
  allRows,
  alongOrder,
  firstColumn,
  isCountedApart,
  keyOf,
  keysInOrder,
  narrowed,
  nearerEnd,
  onePage,
  onlyKeys,
  ordered,
  type PlaceOfPage,
  type Selection,
  shapeOf,
  valuesOf,
} from './selection';

/** The most shapes of list queries kept prepared, at some 10 kB each. */
const maximumStatements = 300;

/**
 * Finds the keys of a page of a list, by the cheaper of two ways: the filters find all of it, and it is sorted; or it is read
 * along the index of its order, past what the filters leave out, until the page is full. The first costs as much as the list
 * is long, the second as much as has to be passed over, which is little where the filters leave much. SQLite cannot know
 * which it is, since it plans a statement before it knows the values; how long the list is says it.
 */
export class ListKeys {
  readonly #statements: Statements;
  readonly #ranked: RankedLists;

  /** @param count how many records a list has */
  constructor(
    private readonly store: Store,
    private readonly count: (resource: Resource, selection: Selection) => number,
  ) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#ranked = new RankedLists(store, count);
  }

  /** SQL for the keys of a list, each once, where it is better to count these than its rows. */
  counted(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    return onlyKeys(resource, selection) ?? this.#ranked.counted(resource, selection);
  }

  /** @param total how many records the list has */
  find(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] {
    return this.soon(resource, selection, total, limit, offset, Number.POSITIVE_INFINITY) ?? [];
  }

  /** The same, where about so many rows are enough to be read for it; `undefined` where they are not. */
  soon(resource: Resource, selection: Selection, total: number, limit: number, offset: number, most: number): number[] | undefined {
    const ranked = this.#ranked.keys(resource, selection, total, limit, offset);
    if (ranked) return ranked;
    const place = nearerEnd(total, limit, offset);
    const countAll = () => this.count(resource, { ...selection, filters: [], orders: [] });
    const along = isReadAlong(resource, selection, total, place.limit + place.offset, countAll);
    const cost = firstColumn(resource, selection) === undefined ? worthWorkingOut : 1;
    const isShort = total * cost <= most && (most === Number.POSITIVE_INFINITY || !isCountedApart(resource, selection));
    if (along === 'as planned') return isShort || isInOrder(resource, selection) ? this.#read(resource, selection, place) : undefined;
    const keys = along ? this.#along(resource, selection, total, place, most) : undefined;
    return keys ?? (isShort ? this.#read(resource, selection, { limit, offset, isBackwards: false }, true) : undefined);
  }

  /** @param isSorted whether what the filters leave is sorted, and not read as SQLite plans it */
  #read(resource: Resource, selection: Selection, place: PlaceOfPage, isSorted = false): number[] {
    const { limit, offset, isBackwards } = place;
    const statement = this.#statements.get<{ key: number }>(
      `${isSorted ? 'sort' : 'walk'} ${isBackwards} ${shapeOf(resource, selection)}`,
      () => onePage(keysInOrder(this.store.db, resource, selection, isSorted, isBackwards)),
    );
    return keysFrom(statement.all({ ...valuesOf(selection), limit, offset }), place);
  }

  /** What filters leave may stand at the end of an order: after as many rows as the list is long, there may be no page yet. */
  #along(resource: Resource, selection: Selection, total: number, place: PlaceOfPage, mostRead: number): number[] | undefined {
    const { limit, offset, isBackwards } = place;
    const statement = this.#statements.get<{ key: number }>(`along ${isBackwards} ${shapeOf(resource, selection)}`, (db) => {
      const [onOrder, others] = apart(resource, selection);
      const begun = narrowed(resource, onOrder, allRows(db, resource));
      const along = ordered(resource, selection, begun, false, isBackwards);
      return onePage(alongOrder(db, resource, others, along, sql`${parameter('most')} + 0`)).select(keyOf(resource));
    });
    const most = Math.min(Math.max(total, limit + offset), mostRead);
    const keys = keysFrom(statement.all({ ...valuesOf(selection), most, limit, offset }), place);
    return keys.length === Math.min(limit, total - offset) ? keys : undefined;
  }
}

/** The filters that an order begins and ends with, and those that look at each of its rows. */
function apart(resource: Resource, selection: Selection): [Selection, Selection] {
  const column = firstColumn(resource, selection);
  const isOnOrder = ({ name }: Selection['filters'][number]) => column !== undefined && resource.filters[name]?.column === column;
  return [
    { ...selection, filters: selection.filters.filter(isOnOrder) },
    { ...selection, filters: selection.filters.filter((filter) => !isOnOrder(filter)) },
  ];
}

/** The rows that a list is read past until the page is full are at most so many times fewer than those that it would sort. */
const worthReading = 2;

/** So many rows are sorted by a column while one is by what has to be worked out for it, from others. */
const worthWorkingOut = 10;

const worthSorting = 4;

function isReadAlong(resource: Resource, selection: Selection, total: number, end: number, countAll: () => number): boolean | 'as planned' {
  const { filters, orders } = selection;
  if (filters.length === 0 || selection.withinKey !== undefined) return 'as planned';
  const column = firstColumn(resource, selection);
  if (column === undefined) return false;
  const [onOrder, others] = apart(resource, selection);
  if (others.filters.length === 0) return true;
  const [only] = filters;
  // Its index has the ids of each value in their order.
  const isOneValue = filters.length === 1 && only?.binding.shape === 'one' && resource.filters[only.name]?.column !== undefined;
  if (isOneValue && orders.length === 0 && column === 'id') return 'as planned';
  return onOrder.filters.length > 0 || (worthReading * end * countAll()) / total < total;
}

/**
 * Whether what the filters leave is to be sorted where all of a list is read, and not read along its order past the rest:
 * sorting a row takes some times as long as passing over one.
 */
export function isSortedWhole(resource: Resource, selection: Selection, total: number, countAll: () => number): boolean {
  return isReadAlong(resource, selection, total, total, countAll) === false && worthSorting * total < countAll();
}

/** Whether an index has the list in its order. */
const isInOrder = (resource: Resource, selection: Selection): boolean =>
  selection.withinKey !== undefined || firstColumn(resource, selection) !== undefined;

function keysFrom(rows: readonly { readonly key: number }[], { isBackwards }: PlaceOfPage): number[] {
  const keys = rows.map(({ key }) => key);
  return isBackwards ? keys.reverse() : keys;
}
