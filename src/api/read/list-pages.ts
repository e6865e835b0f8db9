import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import { type BoundQuery, bound } from '../../store/database/connection';
import { CachesByReach } from '../../store/database/revision-cache';
import type { Store } from '../../store/database/store';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type TaskOptions, Unwanted } from '../../worker-queue';
import type { Resource, Rows, Table } from '../schema/resource';
import type { KeyLists } from './key-lists';
import type { AnyRow, Queries } from './queries';
import { RankedLists } from './ranked-lists';
import {
  cacheKeyOf,
  filteredRows,
  firstColumn,
  isCountedInWorker,
  isOfCatalog,
  isPlain,
  isRanked,
  keysInOrder,
  mostEntries,
  mostRows,
  nearerEnd,
  onePage,
  onlyKeys,
  type PlaceOfPage,
  type Plan,
  type Selection,
  shapeOf,
  splitFilters,
  valuesOf,
} from './selection';

/** One page with the total of its list. */
export interface ListPage {
  readonly rows: readonly AnyRow[];
  readonly total: number;
}

/** Filtering a row of the order costs as much as sorting this many: 3 µs to 1.3 µs. */
const costOfSkipping = 2;

/** Sorting by a computed value blocks for up to 4 µs a row, so that a list of 5,000 would take 20 ms for each page. */
const costOfComputedOrder = 10;

/** Pages of lists. Long ones are read in a worker and returned as a promise. */
export class ListPages {
  readonly totals: ListTotals;
  readonly #ranked: RankedLists;

  constructor(
    private readonly store: Store,
    private readonly queries: Queries,
    private readonly keyLists?: KeyLists,
    private readonly deepFrom = mostEntries,
  ) {
    this.#ranked = new RankedLists(store, (resource, selection) => this.totals.count(resource, selection));
    this.totals = new ListTotals(store, (resource, selection) => this.#ranked.keysQuery(resource, selection));
  }

  /**
   * One page of a list with the total.
   * @param signal aborts when the client disconnects
   */
  page(resource: Resource, list: Selection, limit: number, offset: number, signal?: AbortSignal): ListPage | Promise<ListPage> {
    if (offset === 0 && isPlain(list)) return this.#firstPage(resource, list, limit);
    const selection = this.totals.narrowestFirst(resource, list);
    if (!isOfCatalog(resource, selection) || !this.store.readPool.isPossible) return this.pageNow(resource, selection, limit, offset);
    const total = this.totals.quick(resource, selection);
    const keys = total === undefined ? undefined : this.keys(resource, selection, total, limit, offset, mostRows);
    if (!keys || total === undefined) return this.#pageFromWorker(resource, selection, limit, offset, total, signal);
    return { rows: this.queries.rowsByKeys(resource, keys, selection), total };
  }

  /** A first page that is not full reveals the total. */
  #firstPage(resource: Resource, selection: Selection, limit: number): ListPage {
    const rows = this.queries.wholeList(resource, selection, limit, 0);
    return { rows, total: rows.length < limit ? rows.length : this.totals.count(resource, selection) };
  }

  /** Reads a page on the event loop at any cost. */
  pageNow(resource: Resource, list: Selection, limit: number, offset: number): ListPage {
    const selection = this.totals.narrowestFirst(resource, list);
    const total = this.totals.count(resource, selection);
    const keys = this.keys(resource, selection, total, limit, offset) ?? [];
    return { rows: this.queries.rowsByKeys(resource, keys, selection), total };
  }

  async #pageFromWorker(
    resource: Resource,
    selection: Selection,
    limit: number,
    offset: number,
    known: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ListPage> {
    if (known === undefined) {
      const query = this.totals.query(resource, selection);
      const counted = await this.#current(signal, (options) => this.store.readPool.rows('interactive', [query], options));
      const [row] = (counted?.[0] ?? []) as { total: number }[];
      if (!row) return this.pageNow(resource, selection, limit, offset);
      this.totals.remember(resource, selection, row.total);
      return this.page(resource, selection, limit, offset, signal);
    }
    let total = known;
    void this.keyLists?.find(resource, selection, () => this.#query(resource, selection, total));
    let place = nearerEnd(total, limit, offset);
    const found = await this.#current(signal, (options) => {
      total = this.totals.count(resource, selection);
      place = nearerEnd(total, limit, offset);
      return this.store.readPool.keys('interactive', this.#query(resource, selection, total, place), options);
    });
    // The total tells where the list ends.
    if (!found || total !== this.totals.count(resource, selection)) return this.pageNow(resource, selection, limit, offset);
    return { rows: this.queries.rowsByKeys(resource, inListOrder(Array.from(found), place), selection), total };
  }

  async #current<F>(signal: AbortSignal | undefined, read: (options: TaskOptions) => Promise<WorkerResult<F>>): Promise<F | undefined> {
    try {
      return await this.store.readPool.current(() => read({ isWanted: () => signal?.aborted !== true }));
    } catch (error) {
      throw error instanceof Unwanted ? new DomainError('unavailable', message('page_abandoned')) : error;
    }
  }

  /** Query for the keys of a page or, without a place, of the list. */
  #query(resource: Resource, selection: Selection, total: number, place?: PlaceOfPage): BoundQuery {
    const plan = this.#planOf(resource, selection, total, place ? place.limit + place.offset : total);
    const keys = keysInOrder(this.store.db, resource, selection, plan, place?.isBackwards);
    const values = { ...valuesOf(selection), most: -1 };
    return place ? bound(onePage(keys).compile(), { ...values, limit: place.limit, offset: place.offset }) : bound(keys.compile(), values);
  }

  /**
   * Keys of a page.
   * @param total number of records of the list
   * @param most row budget; `undefined` is returned if it does not suffice and the keys are not cached
   */
  keys(resource: Resource, selection: Selection, total: number, limit: number, offset: number, most = Number.POSITIVE_INFINITY) {
    if (offset >= total) return [];
    const sorted = () => this.#read(resource, selection, 'sort', { limit, offset, isBackwards: false });
    if (isRanked(resource, selection)) return this.#ranked.keys(resource, selection, total, limit, offset) ?? sorted();
    const place = nearerEnd(total, limit, offset);
    const end = place.limit + place.offset;
    const plan = this.#planOf(resource, selection, total, end);
    const cost = firstColumn(resource, selection) === undefined ? costOfComputedOrder : 1;
    const isShort =
      most === Number.POSITIVE_INFINITY ||
      (plan === 'walk' ? place.offset < this.deepFrom : total * cost <= most && !isCountedInWorker(resource, selection));
    const cached = isShort ? undefined : this.keyLists?.page(resource, selection, total, limit, offset);
    if (cached) return cached;
    if (plan === 'skip') {
      // All matches may lie at the end of the order.
      const keys = this.#read(resource, selection, plan, place, Math.min(Math.max(total, end), most));
      if (keys.length === Math.min(limit, total - offset)) return keys;
    }
    if (!isShort) return undefined;
    return plan === 'walk' ? this.#read(resource, selection, plan, place) : sorted();
  }

  #planOf(resource: Resource, selection: Selection, total: number, end: number): Plan {
    const { filters, orders, withinKey } = selection;
    if (withinKey !== undefined) return 'walk';
    const column = firstColumn(resource, selection);
    if (column === undefined) return 'sort';
    const { onOrder, others } = splitFilters(resource, selection);
    if (others.length === 0) return 'walk';
    const [only] = filters;
    // The index has the ids of each value in order.
    const isOneValue = filters.length === 1 && only?.binding.shape === 'one' && resource.filters[only.name]?.column !== undefined;
    if (isOneValue && orders.length === 0 && column === 'id') return 'walk';
    const all = this.totals.count(resource, { ...selection, filters: [] });
    return onOrder.length > 0 || (costOfSkipping * end * all) / total < total ? 'skip' : 'sort';
  }

  /** @param most rows to walk for a plan that skips some */
  #read(resource: Resource, selection: Selection, plan: Plan, place: PlaceOfPage, most = -1): number[] {
    const { limit, offset, isBackwards } = place;
    const statement = this.store.reader.composed<{ key: number }>(`${plan} ${isBackwards} ${shapeOf(resource, selection)}`, () =>
      onePage(keysInOrder(this.store.db, resource, selection, plan, isBackwards)).compile(),
    );
    const rows = statement.all({ ...valuesOf(selection), limit, offset, most });
    return inListOrder(
      rows.map(({ key }) => key),
      place,
    );
  }
}

const inListOrder = (keys: number[], { isBackwards }: PlaceOfPage): number[] => (isBackwards ? keys.reverse() : keys);

/** Cached totals, a few hundred bytes each. */
const maximumTotals = 5_000;

/** Marks a total beyond the limit for counting on the event loop. */
const tooMany = Number.POSITIVE_INFINITY;

/** Totals of lists, cached per revision of the tables they depend on, since counting reads all records. */
export class ListTotals {
  readonly #totals: CachesByReach<number>;

  constructor(
    private readonly store: Store,
    /** SQL for the keys of a ranked list, where counting them is cheaper than counting rows. */
    private readonly rankedKeys: (resource: Resource, selection: Selection) => RawBuilder<unknown> | undefined,
  ) {
    this.#totals = new CachesByReach(store, maximumTotals);
  }

  count(resource: Resource, list: Selection): number {
    const quick = this.quick(resource, list);
    if (quick !== undefined) return quick;
    const selection = this.narrowestFirst(resource, list);
    const statement = this.store.reader.composed<{ total: number }>(`count ${unorderedShape(resource, selection)}`, () =>
      this.#counting(resource, selection).compile(),
    );
    const total = statement.get(valuesOf(selection))?.total ?? 0;
    this.remember(resource, selection, total);
    return total;
  }

  /** Total of a list, if cached or quick to count. */
  quick(resource: Resource, list: Selection): number | undefined {
    if (resource.isCounted && list.filters.length === 0 && !list.among && list.withinKey === undefined) {
      const stored = this.store.reader.get<{ records: number }>('SELECT records FROM record_count WHERE resource_type = :type', {
        type: resource.type,
      });
      if (stored) return stored.records;
    }
    const selection = this.narrowestFirst(resource, list);
    const total = this.#cacheOf(resource, selection).find(cacheKeyOf(resource, unordered(selection)), () =>
      this.#isLong(resource, selection) ? undefined : this.#countUpToLimit(resource, selection),
    );
    return total === tooMany ? undefined : total;
  }

  /**
   * The list with the filter first that leaves the fewest records alone, whose index is read: SQLite expects the same number for each
   * value of a column, so that it would read all of the most common value.
   */
  narrowestFirst(resource: Resource, selection: Selection): Selection {
    const { filters } = selection;
    if (filters.length < 2 || isRanked(resource, selection)) return selection;
    const totalOf = (filter: (typeof filters)[number]) => this.quick(resource, { ...selection, filters: [filter] }) ?? tooMany;
    const totals = new Map(filters.map((filter) => [filter, totalOf(filter)]));
    return { ...selection, filters: filters.toSorted((a, b) => Number(totals.get(a)) - Number(totals.get(b)) || 0) };
  }

  /** Stores a total that was counted elsewhere in the state of this event-loop turn. */
  remember(resource: Resource, selection: Selection, total: number): void {
    this.#cacheOf(resource, selection).keep(cacheKeyOf(resource, unordered(selection)), total);
  }

  /** Query that counts a list in a worker. */
  query(resource: Resource, selection: Selection): BoundQuery {
    return bound(this.#counting(resource, selection).compile(), valuesOf(selection));
  }

  /** Total of a list, or {@link tooMany}. */
  #countUpToLimit(resource: Resource, selection: Selection): number {
    const { db, reader } = this.store;
    const keys = this.#keys(resource, selection);
    const statement = reader.composed<{ total: number }>(`some ${keys ? 'keys ' : ''}${unorderedShape(resource, selection)}`, () => {
      const some = this.#rows(resource, selection, keys)
        .select(sql.lit(1).as('one'))
        .limit(sql.lit(mostEntries + 1));
      return db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('total')).compile();
    });
    const total = statement.get(valuesOf(selection))?.total ?? 0;
    return total > mostEntries ? tooMany : total;
  }

  #cacheOf(resource: Resource, selection: Selection) {
    return this.#totals.for(isOfCatalog(resource, selection));
  }

  /** Whether a worker has to count the list, even if few records match. */
  #isLong(resource: Resource, selection: Selection): boolean {
    if (!isOfCatalog(resource, selection) || !this.store.readPool.isPossible) return false;
    const [first, ...others] = selection.filters;
    if (!first || others.length === 0 || isRanked(resource, selection)) return isCountedInWorker(resource, selection);
    return this.quick(resource, { ...selection, filters: [first] }) === undefined;
  }

  #counting(resource: Resource, selection: Selection) {
    return this.#rows(resource, selection, this.#keys(resource, selection)).select(sql<number>`count(*)`.as('total'));
  }

  /** SQL for the distinct keys of a list, where counting them is cheaper than counting rows. */
  #keys(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    return onlyKeys(resource, selection) ?? (isRanked(resource, selection) ? this.rankedKeys(resource, selection) : undefined);
  }

  #rows(resource: Resource, selection: Selection, keys: RawBuilder<unknown> | undefined): Rows<Table> {
    const { db } = this.store;
    return keys
      ? (db.selectFrom(sql`(${keys})`.as('keys')) as unknown as Rows<Table>)
      : filteredRows(db, resource, selection, selection.filters.length > 1 ? 'byIndex' : 'where');
  }
}

/** A total does not depend on the order. */
const unordered = (selection: Selection): Selection => ({ ...selection, orders: [] });

const unorderedShape = (resource: Resource, selection: Selection): string => shapeOf(resource, unordered(selection));
