import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { CachesByReach, type RevisionCache } from '../../store/database/revision-cache';
import { type BoundQuery, bound, parameter, type Statements } from '../../store/database/sql';
import type { Resource, Rows, Table } from '../schema/resource';
import { allRows, isCountedInWorker, isOfCatalog, narrowed, type Selection, shapeOf, valuesOf } from './selection';

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
    const total = this.#cacheOf(resource, selection).find(nameOf(resource, selection), () =>
      this.#isLong(resource, selection) ? undefined : this.#few(resource, selection),
    );
    return total === tooMany ? undefined : total;
  }

  /** Stores a total that was counted elsewhere in the state of this event-loop turn. */
  remember(resource: Resource, selection: Selection, total: number): void {
    this.#cacheOf(resource, selection).keep(nameOf(resource, unordered(selection)), total);
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
export const nameOf = (resource: Resource, selection: Selection): string =>
  `${shapeOf(resource, selection)} ${JSON.stringify(valuesOf(selection))}`;
