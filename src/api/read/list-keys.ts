import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { CachesByReach, type RevisionCache } from '../../store/database/revision-cache';
import { type BoundQuery, bound, parameter, Statements } from '../../store/database/sql';
import type { Resource, Rows, Table } from '../schema/resource';
import { RankedLists } from './ranked-lists';
import {
  allRows,
  alongOrder,
  firstColumn,
  isCountedInWorker,
  isOfCatalog,
  isRanked,
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

/** Prepared statements, about 10 kB each. */
const maximumStatements = 300;

/**
 * Finds the keys of a page in the cheaper of two ways: filter and sort the whole list, or walk the index of its order and skip
 * what the filters leave out until the page is full. The first costs as much as the list is long; the second as much as has to
 * be skipped. SQLite plans before it knows the values, so the length of the list decides here.
 */
export class ListKeys {
  readonly #statements: Statements;
  readonly #ranked: RankedLists;

  /** @param count number of records of a list */
  constructor(
    private readonly store: Store,
    private readonly count: (resource: Resource, selection: Selection) => number,
  ) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#ranked = new RankedLists(store, count);
  }

  /** SQL for the distinct keys of a list, where counting them is cheaper than counting rows. */
  counted(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    return onlyKeys(resource, selection) ?? (isRanked(resource, selection) ? this.#ranked.counted(resource, selection) : undefined);
  }

  /** @param total number of records of the list */
  find(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] {
    return this.soon(resource, selection, total, limit, offset, Number.POSITIVE_INFINITY) ?? [];
  }

  /** Like {@link find}, within a budget of rows; `undefined` if that is exceeded. */
  soon(resource: Resource, selection: Selection, total: number, limit: number, offset: number, most: number): number[] | undefined {
    const ranked = isRanked(resource, selection) ? this.#ranked.keys(resource, selection, total, limit, offset) : undefined;
    if (ranked) return ranked;
    const place = nearerEnd(total, limit, offset);
    const countAll = () => this.count(resource, { ...selection, filters: [], orders: [] });
    const along = isReadAlong(resource, selection, total, place.limit + place.offset, countAll);
    const cost = firstColumn(resource, selection) === undefined ? worthWorkingOut : 1;
    const isShort = total * cost <= most && (most === Number.POSITIVE_INFINITY || !isCountedInWorker(resource, selection));
    if (along === 'as planned') return isShort || isInOrder(resource, selection) ? this.#read(resource, selection, place) : undefined;
    const keys = along ? this.#along(resource, selection, total, place, most) : undefined;
    return keys ?? (isShort ? this.#read(resource, selection, { limit, offset, isBackwards: false }, true) : undefined);
  }

  /** @param isSorted whether to sort the filtered rows rather than follow SQLite's plan */
  #read(resource: Resource, selection: Selection, place: PlaceOfPage, isSorted = false): number[] {
    const { limit, offset, isBackwards } = place;
    const statement = this.#statements.get<{ key: number }>(
      `${isSorted ? 'sort' : 'walk'} ${isBackwards} ${shapeOf(resource, selection)}`,
      () => onePage(keysInOrder(this.store.db, resource, selection, isSorted, isBackwards)),
    );
    return keysFrom(statement.all({ ...valuesOf(selection), limit, offset }), place);
  }

  /** The matches may all lie at the end of the order: after as many rows as the list is long, the page may still be empty. */
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

/** Filters at either end of the order, and filters evaluated per row. */
function apart(resource: Resource, selection: Selection): [Selection, Selection] {
  const column = firstColumn(resource, selection);
  const isOnOrder = ({ name }: Selection['filters'][number]) => column !== undefined && resource.filters[name]?.column === column;
  return [
    { ...selection, filters: selection.filters.filter(isOnOrder) },
    { ...selection, filters: selection.filters.filter((filter) => !isOnOrder(filter)) },
  ];
}

/** Walking pays if it reads at most this many times fewer rows than sorting would. */
const worthReading = 2;

/** Sorting by a computed value costs as much as sorting this many rows by a column. */
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
  // The index has the ids of each value in order.
  const isOneValue = filters.length === 1 && only?.binding.shape === 'one' && resource.filters[only.name]?.column !== undefined;
  if (isOneValue && orders.length === 0 && column === 'id') return 'as planned';
  return onOrder.filters.length > 0 || (worthReading * end * countAll()) / total < total;
}

/**
 * Whether to sort the filtered rows when the whole list is read, rather than walk its order: sorting a row costs a few times as
 * much as skipping one.
 */
export function isSortedWhole(resource: Resource, selection: Selection, total: number, countAll: () => number): boolean {
  return isReadAlong(resource, selection, total, total, countAll) === false && worthSorting * total < countAll();
}

/** Whether an index provides the order of the list. */
const isInOrder = (resource: Resource, selection: Selection): boolean =>
  selection.withinKey !== undefined || firstColumn(resource, selection) !== undefined;

function keysFrom(rows: readonly { readonly key: number }[], { isBackwards }: PlaceOfPage): number[] {
  const keys = rows.map(({ key }) => key);
  return isBackwards ? keys.reverse() : keys;
}

/** Cached totals, a few hundred bytes each. */
const maximumTotals = 5_000;

/** Records counted on the event loop: a millisecond along an index. */
const countedAtOnce = 20_000;

/** Marks a total beyond the limit for counting on the event loop. */
const tooMany = Number.POSITIVE_INFINITY;

/** The limit where an index yields keys without rows: five milliseconds. */
const countedByKeys = 100_000;

/** Totals of lists, cached per revision of the tables they depend on, since counting reads all records. */
export class ListTotals {
  readonly #totals: CachesByReach<number>;

  constructor(
    private readonly store: Store,
    private readonly statements: Statements,
    /** SQL for the distinct keys of a list, where counting them is cheaper than counting rows. */
    private readonly counted: (resource: Resource, selection: Selection) => RawBuilder<unknown> | undefined,
  ) {
    this.#totals = new CachesByReach(store, maximumTotals);
  }

  count(resource: Resource, ordered: Selection): number {
    const soon = this.soon(resource, ordered);
    if (soon !== undefined) return soon;
    const selection = unordered(ordered);
    const statement = this.statements.get<{ total: number }>(`count ${shapeOf(resource, selection)}`, () =>
      this.#counting(resource, selection),
    );
    const total = statement.get(valuesOf(selection))?.total ?? 0;
    this.remember(resource, selection, total);
    return total;
  }

  /** Total of a list, if cached or quick to count. */
  soon(resource: Resource, ordered: Selection): number | undefined {
    const selection = unordered(ordered);
    const { filters, among, withinKey } = selection;
    const isOfAll = resource.isCounted && filters.length === 0 && !among && withinKey === undefined;
    const kept = isOfAll ? this.#kept(resource) : undefined;
    if (kept !== undefined) return kept;
    const total = this.#cacheOf(resource, selection).find(cacheKeyOf(resource, selection), () =>
      this.#isLong(resource, selection) ? undefined : this.#few(resource, selection),
    );
    return total === tooMany ? undefined : total;
  }

  /** Stores a total that was counted elsewhere in the state of this event-loop turn. */
  remember(resource: Resource, selection: Selection, total: number): void {
    this.#cacheOf(resource, selection).keep(cacheKeyOf(resource, unordered(selection)), total);
  }

  /** Query that counts a list in a worker. */
  query(resource: Resource, selection: Selection): BoundQuery {
    return bound(this.#counting(resource, selection), valuesOf(selection));
  }

  /** Total of a list, or {@link tooMany}. */
  #few(resource: Resource, selection: Selection): number {
    const keys = this.counted(resource, selection);
    const most = keys ? countedByKeys : countedAtOnce;
    const statement = this.statements.get<{ total: number }>(`some ${keys ? 'keys ' : ''}${shapeOf(resource, selection)}`, (db) => {
      const rows = keys ? this.#of(keys) : this.#narrowed(resource, selection);
      const some = rows.select(sql.lit(1).as('one')).limit(sql.lit(most + 1));
      return db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('total'));
    });
    const total = statement.get(valuesOf(selection))?.total ?? 0;
    return total > most ? tooMany : total;
  }

  #cacheOf(resource: Resource, selection: Selection): RevisionCache<number> {
    return this.#totals.for(isOfCatalog(resource, selection));
  }

  /** Whether the first records cost as much as all. */
  #isLong(resource: Resource, selection: Selection): boolean {
    return isCountedInWorker(resource, selection) && isOfCatalog(resource, selection) && this.store.readPool.isPossible;
  }

  #counting(resource: Resource, selection: Selection) {
    const keys = this.counted(resource, selection);
    const rows = keys ? this.#of(keys) : this.#narrowed(resource, selection);
    return rows.select(sql<number>`count(*)`.as('total'));
  }

  /** Keys from an index, as rows of a table. */
  #of(keys: RawBuilder<unknown>): Rows<Table> {
    return this.store.db.selectFrom(sql`(${keys})`.as('keys')) as unknown as Rows<Table>;
  }

  #narrowed(resource: Resource, selection: Selection): Rows<Table> {
    return narrowed(resource, selection, allRows(this.store.db, resource));
  }

  #kept({ type }: Resource): number | undefined {
    const statement = this.statements.get<{ records: number }>('kept count', (db) =>
      db.selectFrom('record_count').select('records').where('resource_type', '=', parameter<string>('type')),
    );
    return statement.get({ type })?.records;
  }
}

/** A total does not depend on the order. */
const unordered = (selection: Selection): Selection => (selection.orders.length === 0 ? selection : { ...selection, orders: [] });

/** Cache key of a list: its query with the values. */
export const cacheKeyOf = (resource: Resource, selection: Selection): string =>
  `${shapeOf(resource, selection)} ${JSON.stringify(valuesOf(selection))}`;
