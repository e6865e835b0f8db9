import { type RawBuilder, sql } from 'kysely';
import { MergeRedirects } from '../../store/database/merges';
import type { Store } from '../../store/database/open';
import { parameter, Statements } from '../../store/database/sql';
import type { Ancestor, Lookup, Match, Pair, Relationship, Resource, Row, Rows, Table } from '../schema/resource';
import type { LookupReading } from './reading';
import { allRows, keyOf, narrowed, onePage, ordered, type RowShape, type Selection, shapeOf, valuesOf } from './selection';

export type AnyRow = Row<never, never> & Record<string, unknown>;

export type SingleRow = AnyRow & {
  readonly is_unreviewed: 0 | 1;
  /** {@link LicensedValue} objects as JSON; null without any. */
  readonly licensed_values: string | null;
};

/** A value not under the catalog's own license, CC0; exports omit it. */
export interface LicensedValue {
  readonly name: string;
  readonly value: string;
  readonly licence: string;
  readonly source: string;
}

/** A relationship by name, with the kind it leads to. */
export type LinkedRelationship = readonly [name: string, relationship: Relationship, target: Resource];

/** Prepared statements, about 10 kB each. */
const maximumListStatements = 300;

/** Up to 200 kB each; the website has some thirty fieldsets, but clients combine attributes freely. */
const maximumSparseStatements = 60;

/** Most records a look-up finds: one page for each of a hundred values. */
export const maximumMatches = 3_000;

/**
 * All queries on the catalog, prepared when first used. A list first finds its keys on an index and then fetches the rows of the
 * page, so that skipped rows are never built.
 */
export class Queries {
  readonly #store: Store;
  readonly #statements: Statements;
  /** Clients combine filters freely, so list statements are kept in an LRU cache. */
  readonly #lists: Statements;
  readonly #sparse: Statements;
  readonly merges: MergeRedirects;

  constructor(store: Store) {
    this.#store = store;
    this.#statements = new Statements(store);
    this.#lists = new Statements(store, { most: maximumListStatements });
    this.#sparse = new Statements(store, { most: maximumSparseStatements });
    this.merges = new MergeRedirects(this.#statements);
  }

  rowById(resource: Resource, id: string, withinKey: number | undefined, shape: RowShape = {}): SingleRow | undefined {
    const { type, table, unreviewed, withinColumn, isOfCatalog } = resource;
    const statement = this.#rows<SingleRow>(`row ${type}`, resource, shape, ['is_unreviewed', 'licensed_values'], (all) => {
      const rows = all.where(sql.ref(`${table}.id`), '=', parameter('id'));
      const within = withinColumn === undefined ? rows : rows.where(sql.ref(`${table}.${withinColumn}`), '=', parameter('within'));
      const key = sql.ref(`${table}.key`);
      const waiting =
        unreviewed && sql`EXISTS (SELECT 1 FROM ${sql.table(unreviewed.table)} AS u WHERE u.${sql.ref(unreviewed.column)} = ${key})`;
      return within.select([
        (waiting ?? sql`0`).as('is_unreviewed'),
        (isOfCatalog ? licensedValuesOf(type, table) : sql`NULL`).as('licensed_values'),
      ]);
    });
    return statement.get({ id, within: withinKey ?? null });
  }

  isUnreviewed({ unreviewed }: Resource, key: number): boolean {
    if (!unreviewed) return false;
    return this.#statements.text(`SELECT 1 FROM ${unreviewed.table} WHERE ${unreviewed.column} = :key`).get({ key }) !== undefined;
  }

  /** Rows of these keys, in this order. */
  rowsByKeys(resource: Resource, keys: readonly number[], shape: RowShape = {}): AnyRow[] {
    if (keys.length === 0) return [];
    const statement = this.#rows<AnyRow>(`rows ${resource.type}`, resource, shape, [], (all) =>
      all.where(sql.ref(`${resource.table}.key`), 'in', keyList),
    );
    const rows = new Map(statement.all({ keys: JSON.stringify(keys) }).map((row) => [row.key, row]));
    return keys.map((key) => rows.get(key)).filter((row) => row !== undefined);
  }

  /** Pairs of some relationships from these records, by name and in display order: one statement for all. */
  linkage(resource: Resource, links: readonly LinkedRelationship[], keys: readonly number[]): ReadonlyMap<string, readonly Pair[]> {
    const isOne = keys.length === 1;
    const name = `links of ${isOne ? 'one' : 'many'} ${resource.type} ${links.map(([name]) => name)}`;
    const statement = this.#lists.ofShape<Record<string, string>>(name, (db) => {
      const from = isOne ? oneKey : keyList;
      const columns = links.map(([name, relationship, target]) => {
        const members = ['from', 'to', 'id', ...target.ancestors.map((one) => one.parameter)];
        const pair = sql.join(members.map((member) => sql`${sql.lit(member)}, ${sql.ref(`pair.${member}`)}`));
        return sql`(SELECT json_group_array(json_object(${pair})) FROM ${relationship.pairs(db, from).as('pair')}) AS ${sql.ref(name)}`;
      });
      return sql`SELECT ${sql.join(columns)}`;
    });
    const found = statement.get(isOne ? { key: keys[0] as number } : { keys: JSON.stringify(keys) });
    return new Map(links.map(([name]) => [name, JSON.parse(found?.[name] ?? '[]')]));
  }

  /** One page of a relationship from one record, with the number of pairs. */
  pairsPage(
    resource: Resource,
    name: string,
    relationship: Relationship,
    key: number,
    limit: number,
    offset: number,
  ): { pairs: Pair[]; total: number } {
    const from = () => relationship.pairs(this.#store.db, oneKey);
    const page = this.#statements.ofShape<Pair>(`page ${resource.type}.${name}`, () => onePage(from()));
    const count = this.#statements.ofShape<{ total: number }>(`count ${resource.type}.${name}`, () =>
      from().clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')),
    );
    const total = count.get({ key })?.total ?? 0;
    return { pairs: offset >= total ? [] : page.all({ key, limit, offset }), total };
  }

  /**
   * Rows of an unfiltered list in one statement. Nested lists are short and read along the index of their column; others find
   * their keys first, so that a deep page skips only keys.
   */
  wholeList(resource: Resource, selection: Selection, limit: number, offset: number): AnyRow[] {
    const statement = this.#rows<AnyRow>(`list ${resource.path}`, resource, selection, [], (rows) => {
      if (resource.withinColumn !== undefined) return onePage(ordered(resource, selection, narrowed(resource, selection, rows), false));
      const keys = onePage(ordered(resource, selection, this.#narrowed(resource, selection), false)).select(keyOf(resource));
      // In the order of the keys: sorting whole rows takes longer than reading them.
      if (resource.isOfCatalog && resource.ancestors.length === 0) return resource.rows(this.#store.db, selection.names, keys);
      return ordered(resource, selection, rows.where(sql.ref(`${resource.table}.key`), 'in', keys as unknown as RawBuilder<number>), false);
    });
    return statement.all({ within: selection.withinKey ?? null, limit, offset });
  }

  /** Records that have one of the values. */
  matches(resource: Resource, { name, values }: LookupReading): Match[] {
    const statement = this.#statements.ofShape<Match>(`lookup ${resource.path} ${name}`, () =>
      (resource.lookups[name] as Lookup).matches(this.#store.db, keyList as unknown as RawBuilder<string>).limit(sql.lit(maximumMatches)),
    );
    return statement.all({ keys: JSON.stringify([...new Set(values.map(({ value }) => value))]) });
  }

  /** Records among these keys that match the list, in its order; unordered lists come in id order. */
  keysAmong(resource: Resource, selection: Omit<Selection, 'among'>, found: readonly Match[]): number[] {
    const ids = new Map(found.map(({ key, id }) => [key, id]));
    const isPlain = selection.filters.length + selection.orders.length + resource.defaultOrder.length === 0;
    if (isPlain && !resource.only && selection.withinKey === undefined)
      return [...ids].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key);
    if (ids.size === 0) return [];
    const among = { ...selection, among: [...ids.keys()] };
    const statement = this.#lists.ofShape<{ key: number }>(`among ${shapeOf(resource, selection)}`, () =>
      ordered(resource, selection, this.#narrowed(resource, among), true).select(keyOf(resource)),
    );
    return statement.all(valuesOf(among)).map((row) => row.key);
  }

  /** Key of an ancestor below its own ancestor. */
  ancestorKey(ancestor: Ancestor, id: string, withinKey: number | undefined): number | undefined {
    const within = ancestor.column === undefined ? '' : ` AND ${ancestor.column} = :within`;
    const statement = this.#statements.text<{ key: number }>(`SELECT key FROM "${ancestor.table}" WHERE id = :id${within}`);
    return statement.get({ id, within: withinKey ?? null })?.key;
  }

  /** Statement for rows. SQLite does not compute columns of a subquery that the outer query leaves out. */
  #rows<R extends AnyRow>(
    name: string,
    resource: Resource,
    { shown, names }: RowShape,
    others: readonly string[],
    narrow: (rows: Rows<Table>) => Rows<Table>,
  ) {
    const build = () => narrow(resource.rows(this.#store.db, names) as unknown as Rows<Table>);
    const full = names ? `${name} with names` : name;
    if (!shown) return this.#statements.ofShape<R>(full, build);
    const columns = () => sql.join([...resource.columnsFor(shown), ...others].map((column) => sql.ref(column)));
    return this.#sparse.ofShape<R>(`${full} with ${[...shown].sort()}`, () => sql`SELECT ${columns()} FROM ${build().as('row')}`);
  }

  #narrowed(resource: Resource, selection: Selection): Rows<Table> {
    return narrowed(resource, selection, allRows(this.#store.db, resource));
  }
}

const oneKey: RawBuilder<number> = sql`(SELECT ${parameter('key')} AS value)`;

const keyList: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('keys')}))`;

const licensedValuesOf = (type: string, table: string) => sql<string | null>`(
  SELECT json_group_array(json_object('name', l.name, 'value', l.value, 'licence', l.licence, 'source', l.source) ORDER BY l.name)
  FROM licensed_value AS l WHERE l.resource_type = ${sql.lit(type)} AND l.id = ${sql.ref(`${table}.id`)} HAVING count(*) > 0
)`;
