import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { Store } from '../database/open';
import { parameter, Statement, type Value, type Values } from '../database/prepare';
import { RevisionCache } from '../database/revision-cache';
import type { OrderStep } from './reading';
import type { Ancestor, Binding, Bound, Pair, Relationship, Resource, Row, Rows, Table } from './resource';

/** A row of any kind. */
export type AnyRow = Row<never, never> & Record<string, unknown>;

/** What decides which records a list has, and in which order. */
export interface Selection {
  readonly filters: readonly { readonly name: string; readonly binding: Binding }[];
  readonly orders: readonly OrderStep[];
  /** The key of the record above, where there is one. */
  readonly withinKey: number | undefined;
}

/**
 * The most shapes of list queries kept prepared. Shapes come from what clients combine; a statement takes some 10 kB.
 */
const maximumListStatements = 300;

/** The most totals remembered: a few hundred bytes each. */
const maximumTotals = 5_000;

interface ListStatements {
  readonly keys: Statement<{ key: number }>;
  readonly count: Statement<{ total: number }>;
}

/**
 * Every query of the catalog, prepared the first time its shape is asked for. A list finds its keys first, on an
 * index, and fetches the rows of the page after: what a row is made of is never computed for rows that are skipped.
 */
export class Queries {
  readonly #store: Store;
  readonly #fixed = new Map<string, Statement<never>>();
  readonly #lists = new Map<string, ListStatements>();
  readonly #totals: RevisionCache<number>;

  constructor(store: Store) {
    this.#store = store;
    this.#totals = new RevisionCache(store, maximumTotals);
  }

  rowById(resource: Resource, id: string, withinKey: number | undefined): AnyRow | undefined {
    const statement = this.#keep<AnyRow>(`row ${resource.type}`, () => {
      const rows = resource.rows(this.#store.db).where(sql.ref(`${resource.table}.id`), '=', parameter('id'));
      return resource.withinColumn === undefined
        ? rows
        : rows.where(sql.ref(`${resource.table}.${resource.withinColumn}`), '=', parameter('within'));
    });
    return statement.get({ id, within: withinKey ?? null });
  }

  /** The rows of these keys, in their order. */
  rowsByKeys(resource: Resource, keys: readonly number[]): AnyRow[] {
    if (keys.length === 0) return [];
    const statement = this.#keep<AnyRow>(`rows ${resource.type}`, () =>
      resource.rows(this.#store.db).where(sql.ref(`${resource.table}.key`), 'in', keyList),
    );
    const rows = new Map(statement.all({ keys: JSON.stringify(keys) }).map((row) => [row.key, row]));
    return keys.map((key) => rows.get(key)).filter((row) => row !== undefined);
  }

  /** The pairs of a relationship from these records, each record's in the order to show them. */
  pairs(resource: Resource, name: string, relationship: Relationship, keys: readonly number[]): Pair[] {
    const [only] = keys;
    if (keys.length === 1) {
      return this.#keep<Pair>(`pair ${resource.type}.${name}`, () => relationship.pairs(this.#store.db, sql`(${parameter('key')})`)).all({
        key: only as number,
      });
    }
    return this.#keep<Pair>(`pairs ${resource.type}.${name}`, () => relationship.pairs(this.#store.db, keyList)).all({
      keys: JSON.stringify(keys),
    });
  }

  /** One page of a relationship from one record, and how many pairs there are. */
  pairsPage(
    resource: Resource,
    name: string,
    relationship: Relationship,
    key: number,
    limit: number,
    offset: number,
  ): { pairs: Pair[]; total: number } {
    const from = () => relationship.pairs(this.#store.db, sql`(${parameter('key')})`);
    const page = this.#keep<Pair>(`page ${resource.type}.${name}`, () =>
      from().limit(parameter<number>('limit')).offset(parameter<number>('offset')),
    );
    const count = this.#keep<{ total: number }>(`count ${resource.type}.${name}`, () =>
      from().clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')),
    );
    const total = count.get({ key })?.total ?? 0;
    return { pairs: offset >= total ? [] : page.all({ key, limit, offset }), total };
  }

  /** How many records a list has: counted once for a state of the database, since counting reads all of them. */
  count(resource: Resource, selection: Selection): number {
    const values = valuesOf(selection);
    return (
      this.#totals.find(
        `${shapeOf(resource, selection)} ${JSON.stringify(values)}`,
        () => this.#list(resource, selection).count.get(values)?.total,
      ) ?? 0
    );
  }

  keys(resource: Resource, selection: Selection, limit: number, offset: number): number[] {
    return this.#list(resource, selection)
      .keys.all({ ...valuesOf(selection), limit, offset })
      .map((row) => row.key);
  }

  /** The key of a record above a nested one, under the record above it. */
  ancestorKey(ancestor: Ancestor, id: string, withinKey: number | undefined): number | undefined {
    const statement = this.#keep<{ key: number }>(`ancestor ${ancestor.table}.${ancestor.column ?? ''}`, () => {
      const rows = this.#store.db
        .selectFrom(ancestor.table as 'release_format')
        .select('key')
        .where('id', '=', parameter<string>('id'));
      return ancestor.column === undefined ? rows : rows.where(sql.ref(ancestor.column), '=', parameter('within'));
    });
    return statement.get({ id, within: withinKey ?? null })?.key;
  }

  /** What a record of this UUID was merged into, one step. */
  mergedInto(type: string, id: string): string | undefined {
    const statement = this.#keep<{ merged_into_id: string }>('merged', () =>
      this.#store.db
        .selectFrom('merged_record')
        .select('merged_into_id')
        .where('resource_type', '=', parameter<string>('type'))
        .where('id', '=', parameter<string>('id')),
    );
    return statement.get({ type, id })?.merged_into_id;
  }

  #keep<O>(name: string, build: () => Compilable<unknown>): Statement<O> {
    let statement = this.#fixed.get(name) as Statement<O> | undefined;
    if (!statement) {
      statement = new Statement<O>(this.#store.reader, build() as Compilable<O>);
      this.#fixed.set(name, statement as Statement<never>);
    }
    return statement;
  }

  #list(resource: Resource, selection: Selection): ListStatements {
    const shape = shapeOf(resource, selection);
    let statements = this.#lists.get(shape);
    if (statements) this.#lists.delete(shape);
    else statements = this.#prepareList(resource, selection);
    // Asked for last, let go of last.
    this.#lists.set(shape, statements);
    if (this.#lists.size > maximumListStatements) this.#dropOldest();
    return statements;
  }

  #prepareList(resource: Resource, selection: Selection): ListStatements {
    const rows = this.#narrowed(resource, selection);
    return {
      keys: new Statement<{ key: number }>(
        this.#store.reader,
        ordered(resource, selection, rows)
          .select(sql.ref<number>(`${resource.table}.key`).as('key'))
          .limit(parameter<number>('limit'))
          .offset(parameter<number>('offset')),
      ),
      count: new Statement<{ total: number }>(this.#store.reader, rows.select(sql<number>`count(*)`.as('total'))),
    };
  }

  #narrowed(resource: Resource, selection: Selection): Rows<Table> {
    let rows = this.#store.db.selectFrom(resource.table) as unknown as Rows<Table>;
    if (resource.only) rows = resource.only(rows);
    if (resource.withinColumn !== undefined)
      rows = rows.where(sql.ref(`${resource.table}.${resource.withinColumn}`), '=', parameter('within'));
    for (const { name, binding } of selection.filters) rows = resource.filters[name]?.where(rows, boundOf(name), binding.shape) ?? rows;
    return rows;
  }

  #dropOldest(): void {
    const [oldest] = this.#lists.keys();
    const statements = this.#lists.get(oldest as string);
    this.#lists.delete(oldest as string);
    statements?.keys.close();
    statements?.count.close();
  }
}

const keyList: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('keys')}))`;

/** Every order ends in the id, in the direction of the last, so that an index serves both directions. */
function ordered(resource: Resource, selection: Selection, rows: Rows<Table>): Rows<Table> {
  const ranking = selection.filters.find(({ name }) => resource.filters[name]?.rank);
  const id = sql.ref(`${resource.table}.id`);
  if (ranking) return (resource.filters[ranking.name]?.rank?.(rows, boundOf(ranking.name), ranking.binding.shape) ?? rows).orderBy(id);
  if (selection.orders.length === 0)
    return (resource.defaultOrder ? rows.orderBy(sql.ref(`${resource.table}.${resource.defaultOrder}`)) : rows).orderBy(id);
  const steps = selection.orders.reduce(
    (query, { name, descending }) => query.orderBy(sql.ref(`${resource.table}.${resource.orders[name]}`), descending ? 'desc' : 'asc'),
    rows,
  );
  return steps.orderBy(id, selection.orders.at(-1)?.descending ? 'desc' : 'asc');
}

function shapeOf(resource: Resource, { filters, orders }: Selection): string {
  const parts = [
    ...filters.map(({ name, binding }) => `${name}=${binding.shape}`),
    ...orders.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`),
  ];
  return `${resource.type}?${parts.join('&')}`;
}

const boundOf =
  (filter: string): Bound =>
  (name = 'value') =>
    parameter(`${filter}.${name}`);

function valuesOf({ filters, withinKey }: Selection): Values {
  const values: Record<string, Value> = { within: withinKey ?? null };
  for (const { name, binding } of filters) for (const [key, value] of Object.entries(binding.values)) values[`${name}.${key}`] = value;
  return values;
}
