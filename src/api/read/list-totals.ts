import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { CachesByReach, type RevisionCache } from '../../store/database/revision-cache';
import { type BoundQuery, bound, parameter, type Statements } from '../../store/database/sql';
import type { Resource, Rows, Table } from '../schema/resource';
import { allRows, isCountedApart, isOfCatalog, narrowed, type Selection, shapeOf, valuesOf } from './selection';

/** The most totals remembered: a few hundred bytes each. */
const maximumTotals = 5_000;

/** So many records are counted while others wait: a millisecond along an index. */
const countedAtOnce = 20_000;

/** Stands for a total that has not been counted yet: it is more than are counted at once. */
const tooMany = Number.POSITIVE_INFINITY;

/** So many are, where an index knows them without their rows: five milliseconds. */
const countedByKeys = 100_000;

/** How many records lists have, each counted once for a state of what it is made of, since counting reads all of them. */
export class ListTotals {
  readonly #totals: CachesByReach<number>;

  constructor(
    private readonly store: Store,
    private readonly statements: Statements,
    /** SQL for the keys of a list, each once, where it is better to count these than its rows. */
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

  /** How many records a list has, where that is known, or they are not too many to be counted at once. */
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

  /** Takes what was counted elsewhere in the state of this turn of the event loop. */
  remember(resource: Resource, selection: Selection, total: number): void {
    this.#cacheOf(resource, selection).keep(nameOf(resource, unordered(selection)), total);
  }

  /** Counts a list, for another thread. */
  query(resource: Resource, selection: Selection): BoundQuery {
    return bound(this.#counting(resource, selection), valuesOf(selection));
  }

  /** How many records a list has, or that they are too many. */
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

  /** Whether even the first records cost as much as all. */
  #isLong(resource: Resource, selection: Selection): boolean {
    return isCountedApart(resource, selection) && isOfCatalog(resource, selection) && this.store.apart.isPossible;
  }

  #counting(resource: Resource, selection: Selection) {
    const keys = this.counted(resource, selection);
    const rows = keys ? this.#of(keys) : this.#narrowed(resource, selection);
    return rows.select(sql<number>`count(*)`.as('total'));
  }

  /** What an index gives, as the rows of a table. */
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

/** How many records a list has does not depend on its order. */
const unordered = (selection: Selection): Selection => (selection.orders.length === 0 ? selection : { ...selection, orders: [] });

/** What tells a list from others: what it is asked, and with which values. */
export const nameOf = (resource: Resource, selection: Selection): string =>
  `${shapeOf(resource, selection)} ${JSON.stringify(valuesOf(selection))}`;
