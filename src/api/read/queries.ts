import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../store/database/open';
import { parameter } from '../../store/database/sql';
import type { Ancestor, Lookup, Match, Pair, Relationship, Resource, Row, Rows, Table } from '../schema/resource';
import type { LookupReading } from './reading';
import { filteredRows, keyOf, onePage, ordered, type RowShape, restricted, type Selection, shapeOf, valuesOf } from './selection';

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

/** Most records a look-up finds: one page for each of a hundred values. */
export const maximumMatches = 3_000;

/**
 * All queries on the catalog. A list first finds its keys on an index and then fetches the rows of the page, so that skipped rows
 * are never built.
 */
export class Queries {
  constructor(private readonly store: Store) {}

  rowById(resource: Resource, id: string, withinKey: number | undefined, shape: RowShape = {}): SingleRow | undefined {
    const { type, table, unreviewed, withinColumn, isOfCatalog } = resource;
    const statement = this.#rows<SingleRow>(`row ${type}`, resource, shape, ['is_unreviewed', 'licensed_values'], (all) => {
      const rows = all.where(sql.ref(`${table}.id`), '=', parameter('id'));
      const within = withinColumn === undefined ? rows : rows.where(sql.ref(`${table}.${withinColumn}`), '=', parameter('within'));
      const key = sql.ref(`${table}.key`);
      const isUnreviewed =
        unreviewed && sql`EXISTS (SELECT 1 FROM ${sql.table(unreviewed.table)} AS u WHERE u.${sql.ref(unreviewed.column)} = ${key})`;
      return within.select([
        (isUnreviewed ?? sql`0`).as('is_unreviewed'),
        (isOfCatalog ? licensedValuesOf(type, table) : sql`NULL`).as('licensed_values'),
      ]);
    });
    return statement.get({ id, within: withinKey ?? null });
  }

  isUnreviewed({ unreviewed }: Resource, key: number): boolean {
    if (!unreviewed) return false;
    return this.store.reader.get(`SELECT 1 FROM ${unreviewed.table} WHERE ${unreviewed.column} = :key`, { key }) !== undefined;
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
    const { db, reader } = this.store;
    const isSingle = keys.length === 1;
    const shape = `links of ${isSingle ? 'one' : 'many'} ${resource.type} ${links.map(([name]) => name)}`;
    const statement = reader.composed<Record<string, string>>(shape, () => {
      const from = isSingle ? singleKey : keyList;
      const columns = links.map(([name, relationship, target]) => {
        const members = ['from', 'to', 'id', ...target.ancestors.map((ancestor) => ancestor.parameter)];
        const pair = sql.join(members.map((member) => sql`${sql.lit(member)}, ${sql.ref(`pair.${member}`)}`));
        return sql`(SELECT json_group_array(json_object(${pair})) FROM ${relationship.pairs(db, from).as('pair')}) AS ${sql.ref(name)}`;
      });
      return sql`SELECT ${sql.join(columns)}`.compile(db);
    });
    const row = statement.get(isSingle ? { key: keys[0] as number } : { keys: JSON.stringify(keys) });
    return new Map(links.map(([name]) => [name, JSON.parse(row?.[name] ?? '[]')]));
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
    const { db, reader } = this.store;
    const pairs = () => relationship.pairs(db, singleKey);
    const count = reader.composed<{ total: number }>(`count ${resource.type}.${name}`, () =>
      pairs().clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total')).compile(),
    );
    const total = count.get({ key })?.total ?? 0;
    if (offset >= total) return { pairs: [], total };
    const page = reader.composed<Pair>(`page ${resource.type}.${name}`, () => onePage(pairs()).compile());
    return { pairs: page.all({ key, limit, offset }), total };
  }

  /**
   * Rows of an unfiltered list in one statement. Nested lists are short and read along the index of their column; others find
   * their keys first, so that a deep page skips only keys.
   */
  wholeList(resource: Resource, selection: Selection, limit: number, offset: number): AnyRow[] {
    const { db } = this.store;
    const statement = this.#rows<AnyRow>(`list ${resource.path}`, resource, selection, [], (rows) => {
      if (resource.withinColumn !== undefined) return onePage(ordered(resource, selection, restricted(resource, selection, rows), false));
      const keys = onePage(ordered(resource, selection, filteredRows(db, resource, selection), false)).select(keyOf(resource));
      // In the order of the keys: sorting whole rows takes longer than reading them.
      if (resource.isOfCatalog && resource.ancestors.length === 0) return resource.rows(db, selection.names, keys);
      return ordered(resource, selection, rows.where(sql.ref(`${resource.table}.key`), 'in', keys as unknown as RawBuilder<number>), false);
    });
    return statement.all({ within: selection.withinKey ?? null, limit, offset });
  }

  /** Records that have one of the values. */
  matches(resource: Resource, { name, values }: LookupReading): Match[] {
    const { db, reader } = this.store;
    const statement = reader.composed<Match>(`lookup ${resource.path} ${name}`, () =>
      (resource.lookups[name] as Lookup)
        .matches(db, keyList as unknown as RawBuilder<string>)
        .limit(sql.lit(maximumMatches))
        .compile(),
    );
    return statement.all({ keys: JSON.stringify([...new Set(values.map(({ value }) => value))]) });
  }

  /** Records among these keys that match the list, in its order; unordered lists come in id order. */
  keysAmong(resource: Resource, selection: Omit<Selection, 'among'>, matches: readonly Match[]): number[] {
    const ids = new Map(matches.map(({ key, id }) => [key, id]));
    const isInIdOrder = selection.filters.length + selection.orders.length + resource.defaultOrder.length === 0;
    if (isInIdOrder && !resource.only && selection.withinKey === undefined)
      return [...ids].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key);
    if (ids.size === 0) return [];
    const { db, reader } = this.store;
    const among = { ...selection, among: [...ids.keys()] };
    const statement = reader.composed<{ key: number }>(`among ${shapeOf(resource, selection)}`, () =>
      ordered(resource, selection, filteredRows(db, resource, among), true)
        .select(keyOf(resource))
        .compile(),
    );
    return statement.all(valuesOf(among)).map(({ key }) => key);
  }

  /** Key of an ancestor below its own ancestor. */
  ancestorKey(ancestor: Ancestor, id: string, withinKey: number | undefined): number | undefined {
    const within = ancestor.column === undefined ? '' : ` AND ${ancestor.column} = :within`;
    return this.store.reader.get<{ key: number }>(`SELECT key FROM "${ancestor.table}" WHERE id = :id${within}`, {
      id,
      within: withinKey ?? null,
    })?.key;
  }

  /** Statement for rows. SQLite does not compute columns of a subquery that the outer query leaves out. */
  #rows<R extends AnyRow>(
    name: string,
    resource: Resource,
    { fields, names }: RowShape,
    further: readonly string[],
    narrow: (rows: Rows<Table>) => Rows<Table>,
  ) {
    const { db, reader } = this.store;
    const build = () => narrow(resource.rows(db, names) as unknown as Rows<Table>);
    const shape = names ? `${name} with names` : name;
    if (!fields) return reader.composed<R>(shape, () => build().compile());
    const columns = () => sql.join([...resource.columnsFor(fields), ...further].map((column) => sql.ref(column)));
    return reader.composed<R>(`${shape} with ${[...fields].sort()}`, () => sql`SELECT ${columns()} FROM ${build().as('row')}`.compile(db));
  }
}

const singleKey: RawBuilder<number> = sql`(SELECT ${parameter('key')} AS value)`;

const keyList: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('keys')}))`;

const licensedValuesOf = (type: string, table: string) => sql<string | null>`(
  SELECT json_group_array(json_object('name', l.name, 'value', l.value, 'licence', l.licence, 'source', l.source) ORDER BY l.name)
  FROM licensed_value AS l WHERE l.resource_type = ${sql.lit(type)} AND l.id = ${sql.ref(`${table}.id`)} HAVING count(*) > 0
)`;
