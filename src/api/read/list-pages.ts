import { type RawBuilder, sql } from 'kysely';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import { CachesByReach, type RevisionCache } from '../../store/database/revision-cache';
import { type BoundQuery, bound, parameter, Statements } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type TaskOptions, Unwanted } from '../../worker-queue';
import type { Resource, Rows, Table } from '../schema/resource';
import type { KeyLists } from './key-lists';
import type { AnyRow, Queries } from './queries';
import { RankedLists } from './ranked-lists';
import {
  allRows,
  alongOrder,
  apart,
  cacheKeyOf,
  firstColumn,
  isCountedInWorker,
  isOfCatalog,
  isRanked,
  isUnasked,
  keyOf,
  keysInOrder,
  keysQuery,
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

/** One page with the total of its list. */
export interface ListPage {
  readonly rows: readonly AnyRow[];
  readonly total: number;
}

type FoundPage = ListPage | Promise<ListPage>;

/** Prepared statements, about 10 kB each: clients combine filters freely. */
const maximumStatements = 400;

// Measured on 200,000 artists, 60,000 productions and 70,000 releases.

/** Rows read or sorted on the event loop for one page: 6 ms. Longer pages come from cached keys, in 0.2 ms, or a worker. */
const mostReadHere = 5_000;

/** From this offset on, likewise: walking this far along an index takes 0.1 ms, and ten times as far 1.6 ms. */
const deepFrom = 10_000;

/** Filtering a row of the order costs as much as sorting this many: 3 µs to 1.3 µs. */
const costOfSkipping = 2;

/** Sorting by a computed value blocks for up to 4 µs a row, so that a list of 5,000 would take 20 ms for each page. */
const costOfComputedOrder = 10;

/**
 * How the keys of a page are found: by walking the index of the order, by walking it and skipping what the filters leave out, or
 * by sorting the rows that the filters leave. SQLite plans before it knows the values, so the length of the list decides here.
 */
type Plan = 'walk' | 'skip' | 'sort';

/** Pages of lists. Long ones are read in a worker and returned as a promise. */
export class ListPages {
  readonly totals: ListTotals;
  readonly #statements: Statements;
  readonly #ranked: RankedLists;

  constructor(
    private readonly store: Store,
    private readonly queries: Queries,
    private readonly keyLists?: KeyLists,
    private readonly deepFromOffset = deepFrom,
  ) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#ranked = new RankedLists(store, this.#statements, (resource, selection) => this.totals.count(resource, selection));
    this.totals = new ListTotals(store, this.#statements, (resource, selection) => this.#ranked.counted(resource, selection));
  }

  /**
   * One page of a list with the total.
   * @param signal aborts when the client disconnects
   */
  page(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): FoundPage {
    if (offset === 0 && isUnasked(selection)) return this.#firstPage(resource, selection, limit);
    if (!isOfCatalog(resource, selection)) return this.pageNow(resource, selection, limit, offset);
    const total = this.totals.soon(resource, selection);
    if (total !== undefined) return this.#counted(resource, selection, total, limit, offset, signal);
    return this.store.readPool.isPossible
      ? this.#countedInWorker(resource, selection, limit, offset, signal)
      : this.pageNow(resource, selection, limit, offset);
  }

  /** A first page that is not full reveals the total. */
  #firstPage(resource: Resource, selection: Selection, limit: number): ListPage {
    const rows = this.queries.wholeList(resource, selection, limit, 0);
    return { rows, total: rows.length < limit ? rows.length : this.totals.count(resource, selection) };
  }

  /** Reads a page on the event loop at any cost. */
  pageNow(resource: Resource, selection: Selection, limit: number, offset: number): ListPage {
    const total = this.totals.count(resource, selection);
    const keys = this.keys(resource, selection, total, limit, offset) ?? [];
    return { rows: this.queries.rowsByKeys(resource, keys, selection), total };
  }

  async #countedInWorker(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): Promise<ListPage> {
    const query = this.totals.query(resource, selection);
    const rows = await this.#current(signal, (wish) => this.store.readPool.rows('interactive', [query], wish));
    const [counted] = (rows?.[0] ?? []) as { total: number }[];
    if (!counted) return this.pageNow(resource, selection, limit, offset);
    this.totals.remember(resource, selection, counted.total);
    return this.#counted(resource, selection, counted.total, limit, offset, signal);
  }

  #counted(resource: Resource, selection: Selection, total: number, limit: number, offset: number, signal?: AbortSignal): FoundPage {
    const keys = this.keys(resource, selection, total, limit, offset, mostReadHere);
    if (keys) return { rows: this.queries.rowsByKeys(resource, keys, selection), total };
    if (!this.store.readPool.isPossible) return this.pageNow(resource, selection, limit, offset);
    void this.keyLists?.find(resource, selection, (along) => this.#query(resource, along, total));
    return this.#foundInWorker(resource, selection, limit, offset, signal);
  }

  async #foundInWorker(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): Promise<ListPage> {
    const count = () => this.totals.count(resource, selection);
    let total = 0;
    let isBackwards = false;
    const keys = await this.#current(signal, (wish) => {
      total = count();
      const place = nearerEnd(total, limit, offset);
      isBackwards = place.isBackwards;
      return this.store.readPool.keys('interactive', this.#query(resource, selection, total, place), wish);
    });
    // The total tells where the list ends.
    if (!keys || total !== count()) return this.pageNow(resource, selection, limit, offset);
    const inOrder = Array.from(keys);
    return { rows: this.queries.rowsByKeys(resource, isBackwards ? inOrder.reverse() : inOrder, selection), total };
  }

  async #current<F>(signal: AbortSignal | undefined, read: (wish: TaskOptions) => Promise<WorkerResult<F>>): Promise<F | undefined> {
    try {
      return await this.store.readPool.current(() => read({ isWanted: () => signal?.aborted !== true }));
    } catch (error) {
      throw error instanceof Unwanted ? new DomainError('unavailable', message('page_abandoned')) : error;
    }
  }

  /** Query for the keys of a page or, without a place, of the list. */
  #query(resource: Resource, selection: Selection, total: number, place?: PlaceOfPage): BoundQuery {
    const end = place ? place.limit + place.offset : total;
    return keysQuery(this.store.db, resource, selection, this.#planOf(resource, selection, total, end) === 'sort', place);
  }

  /**
   * Keys of a page.
   * @param total number of records of the list
   * @param most row budget; `undefined` is returned if it does not suffice and the keys are not cached
   */
  keys(
    resource: Resource,
    selection: Selection,
    total: number,
    limit: number,
    offset: number,
    most = Number.POSITIVE_INFINITY,
  ): number[] | undefined {
    if (offset >= total) return [];
    const fromFront = { limit, offset, isBackwards: false };
    if (isRanked(resource, selection)) {
      const ranked = this.#ranked.keys(resource, selection, total, limit, offset);
      return ranked ?? this.#read(resource, selection, fromFront, true);
    }
    const place = nearerEnd(total, limit, offset);
    const end = place.limit + place.offset;
    const plan = this.#planOf(resource, selection, total, end);
    const cost = firstColumn(resource, selection) === undefined ? costOfComputedOrder : 1;
    const isWithin = plan === 'walk' ? place.offset < this.deepFromOffset : total * cost <= most && !isCountedInWorker(resource, selection);
    const isShort = isWithin || most === Number.POSITIVE_INFINITY;
    const cached = isShort ? undefined : this.keyLists?.page(resource, selection, total, limit, offset);
    if (cached) return cached;
    const skipped = plan === 'skip' ? this.#skip(resource, selection, total, place, Math.min(Math.max(total, end), most)) : undefined;
    if (skipped || !isShort) return skipped;
    return plan === 'walk' ? this.#read(resource, selection, place, false) : this.#read(resource, selection, fromFront, true);
  }

  #planOf(resource: Resource, selection: Selection, total: number, end: number): Plan {
    const { filters, orders, withinKey } = selection;
    if (withinKey !== undefined) return 'walk';
    const column = firstColumn(resource, selection);
    if (column === undefined) return 'sort';
    const [onOrder, others] = apart(resource, selection);
    if (others.filters.length === 0) return 'walk';
    const [only] = filters;
    // The index has the ids of each value in order.
    const isOneValue = filters.length === 1 && only?.binding.shape === 'one' && resource.filters[only.name]?.column !== undefined;
    if (isOneValue && orders.length === 0 && column === 'id') return 'walk';
    const all = this.totals.count(resource, { ...selection, filters: [], orders: [] });
    return onOrder.filters.length > 0 || (costOfSkipping * end * all) / total < total ? 'skip' : 'sort';
  }

  #read(resource: Resource, selection: Selection, place: PlaceOfPage, isSorted: boolean): number[] {
    const { limit, offset, isBackwards } = place;
    const statement = this.#statements.ofShape<{ key: number }>(
      `${isSorted ? 'sort' : 'walk'} ${isBackwards} ${shapeOf(resource, selection)}`,
      () => onePage(keysInOrder(this.store.db, resource, selection, isSorted, isBackwards)),
    );
    return keysFrom(statement.all({ ...valuesOf(selection), limit, offset }), place);
  }

  /** @param most rows to walk: all matches may lie at the end of the order */
  #skip(resource: Resource, selection: Selection, total: number, place: PlaceOfPage, most: number): number[] | undefined {
    const { limit, offset, isBackwards } = place;
    const statement = this.#statements.ofShape<{ key: number }>(`skip ${isBackwards} ${shapeOf(resource, selection)}`, (db) => {
      const [onOrder, others] = apart(resource, selection);
      const begun = narrowed(resource, onOrder, allRows(db, resource));
      const along = ordered(resource, selection, begun, false, isBackwards);
      return onePage(alongOrder(db, resource, others, along, sql`${parameter('most')} + 0`)).select(keyOf(resource));
    });
    const keys = keysFrom(statement.all({ ...valuesOf(selection), most, limit, offset }), place);
    return keys.length === Math.min(limit, total - offset) ? keys : undefined;
  }
}

function keysFrom(rows: readonly { readonly key: number }[], { isBackwards }: PlaceOfPage): number[] {
  const keys = rows.map(({ key }) => key);
  return isBackwards ? keys.reverse() : keys;
}

/** Cached totals, a few hundred bytes each. */
const maximumTotals = 5_000;

/** Records counted on the event loop: one to two milliseconds along an index. */
const countedAtOnce = 20_000;

/** Marks a total beyond the limit for counting on the event loop. */
const tooMany = Number.POSITIVE_INFINITY;

/** The limit where an index yields keys without rows: 5 to 12 ms, about as long as a worker takes to answer. */
const countedByKeys = 100_000;

/** Totals of lists, cached per revision of the tables they depend on, since counting reads all records. */
export class ListTotals {
  readonly #totals: CachesByReach<number>;

  constructor(
    private readonly store: Store,
    private readonly statements: Statements,
    /** SQL for the keys of a ranked list, where counting them is cheaper than counting rows. */
    private readonly rankedKeys: (resource: Resource, selection: Selection) => RawBuilder<unknown> | undefined,
  ) {
    this.#totals = new CachesByReach(store, maximumTotals);
  }

  count(resource: Resource, ordered: Selection): number {
    const soon = this.soon(resource, ordered);
    if (soon !== undefined) return soon;
    const selection = unordered(ordered);
    const statement = this.statements.ofShape<{ total: number }>(`count ${shapeOf(resource, selection)}`, () =>
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
    const keys = this.#keys(resource, selection);
    const most = keys ? countedByKeys : countedAtOnce;
    const statement = this.statements.ofShape<{ total: number }>(`some ${keys ? 'keys ' : ''}${shapeOf(resource, selection)}`, (db) => {
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
    const keys = this.#keys(resource, selection);
    const rows = keys ? this.#of(keys) : this.#narrowed(resource, selection);
    return rows.select(sql<number>`count(*)`.as('total'));
  }

  /** SQL for the distinct keys of a list, where counting them is cheaper than counting rows. */
  #keys(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
    return onlyKeys(resource, selection) ?? (isRanked(resource, selection) ? this.rankedKeys(resource, selection) : undefined);
  }

  /** Keys from an index, as rows of a table. */
  #of(keys: RawBuilder<unknown>): Rows<Table> {
    return this.store.db.selectFrom(sql`(${keys})`.as('keys')) as unknown as Rows<Table>;
  }

  #narrowed(resource: Resource, selection: Selection): Rows<Table> {
    return narrowed(resource, selection, allRows(this.store.db, resource));
  }

  #kept({ type }: Resource): number | undefined {
    return this.statements.text<{ records: number }>('SELECT records FROM record_count WHERE resource_type = :type').get({ type })?.records;
  }
}

/** A total does not depend on the order. */
const unordered = (selection: Selection): Selection => (selection.orders.length === 0 ? selection : { ...selection, orders: [] });
