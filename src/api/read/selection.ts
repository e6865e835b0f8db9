import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../store/database/schema';
import { type BoundQuery, bound, parameter, type Value, type Values } from '../../store/database/sql';
import type { Binding, Bound, Resource, Rows, Table } from '../schema/resource';

/** Key column of a list's table. */
export const keyOf = ({ table }: Resource) => sql.ref<number>(`${table}.key`).as('key');

/** All rows of a kind that are public. */
export function allRows(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  { table, unreviewed }: Pick<Resource, 'table' | 'unreviewed'>,
): Rows<Table> {
  const rows = db.selectFrom(table) as unknown as Rows<Table>;
  return unreviewed ? rows.where(isReviewed({ unreviewed }, sql.ref(`${table}.key`))) : rows;
}

/** Whether a record is public. Unreviewed records are few; their separate table keeps the indexes of all others covering. */
export const isReviewed = ({ unreviewed }: Pick<Resource, 'unreviewed'>, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  unreviewed ? sql`${key} NOT IN (SELECT ${sql.ref(unreviewed.column)} FROM ${sql.table(unreviewed.table)})` : sql`TRUE`;

export interface OrderStep {
  readonly name: string;
  readonly descending: boolean;
}

/** What a row has to have. */
export interface RowShape {
  /** Attributes to read; without it, all. */
  readonly shown?: ReadonlySet<string> | undefined;
  /** Whether linked records carry their slugs, and credits the names of their roles. */
  readonly names?: boolean | undefined;
}

/** Filters and orders of a list. */
export interface Selection extends RowShape {
  readonly filters: readonly { readonly name: string; readonly binding: Binding }[];
  readonly orders: readonly OrderStep[];
  /** Key of the parent, if any. */
  readonly withinKey: number | undefined;
  /** Upper bound of the list, if already known. */
  readonly among?: readonly number[];
}

/**
 * Rows of a list: below its parent, within the known keys, and matching the filters.
 * @param way form of the filter queries
 */
export function narrowed(resource: Resource, selection: Selection, all: Rows<Table>, way: 'where' | 'few' = 'where'): Rows<Table> {
  let rows = all;
  if (resource.only) rows = resource.only(rows);
  if (resource.withinColumn !== undefined)
    rows = rows.where(sql.ref(`${resource.table}.${resource.withinColumn}`), '=', parameter('within'));
  if (selection.among) rows = rows.where(sql.ref(`${resource.table}.key`), 'in', amongKeys);
  return narrowedBy(resource, selection.filters, rows, way);
}

function narrowedBy(resource: Resource, filters: Selection['filters'], all: Rows<Table>, way: 'where' | 'few' | 'each'): Rows<Table> {
  return filters.reduce((rows, { name, binding }) => {
    const filter = resource.filters[name];
    return (filter?.[way] ?? filter?.where)?.(rows, boundOf(name), binding.shape) ?? rows;
  }, all);
}

/**
 * Rows in an order, filtered one by one up to a limit.
 * @param along all rows in that order, unfiltered
 */
export function alongOrder(
  // biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
  db: any,
  resource: Resource,
  { filters }: Pick<Selection, 'filters'>,
  along: Rows<Table>,
  most: RawBuilder<unknown>,
): Rows<Table> {
  // SQLite streams the rows of a limited subquery, so the outer query can stop early.
  const read = along.selectAll(resource.table).limit(most as RawBuilder<number>);
  return narrowedBy(resource, filters, db.selectFrom(read.as(resource.table)) as Rows<Table>, 'each');
}

/**
 * The additions keep SQLite from seeing plain parameters, whose values it would use for planning: it would re-plan the statement
 * at each execution.
 */
export const onePage = <Q extends Pick<Rows<Table>, 'limit'>>(query: Q): Q =>
  query.limit(sql<number>`${parameter('limit')} + 0`).offset(sql<number>`${parameter('offset')} + 0`) as unknown as Q;

/**
 * Every order ends in the id, in the direction of the last column, so that one index serves both directions. If the list is to
 * be sorted, a unary plus keeps the planner off the index of the order.
 * @param isBackwards whether the last record comes first
 */
export function ordered(resource: Resource, selection: Selection, rows: Rows<Table>, isSorted: boolean, isBackwards = false): Rows<Table> {
  const column = (by: string | RawBuilder<unknown>) => {
    const value = typeof by === 'string' ? sql.ref(`${resource.table}.${by}`) : by;
    return isSorted ? sql`+${value}` : value;
  };
  const direction = (isDescending = false) => (isDescending === isBackwards ? 'asc' : 'desc');
  const ranking = selection.filters.find(({ name }) => resource.filters[name]?.rank);
  if (ranking)
    return (resource.filters[ranking.name]?.rank?.(rows, boundOf(ranking.name), ranking.binding.shape) ?? rows).orderBy(column('id'));
  if (selection.orders.length === 0) {
    const unasked = selection.filters.length === 0 ? resource.wholeOrder : resource.defaultOrder;
    return [...unasked, 'id'].reduce((query, by) => query.orderBy(column(by), direction()), rows);
  }
  const steps = selection.orders.reduce(
    (query, { name, descending }) => query.orderBy(column(resource.orders[name] as string | RawBuilder<unknown>), direction(descending)),
    rows,
  );
  return steps.orderBy(column('id'), direction(selection.orders.at(-1)?.descending));
}

/** Start of a page, counted from the nearer end of the list. */
export interface PlaceOfPage {
  readonly limit: number;
  readonly offset: number;
  readonly isBackwards: boolean;
}

/** @param total number of records of the list */
export function nearerEnd(total: number, limit: number, offset: number): PlaceOfPage {
  const behind = Math.max(0, total - offset - limit);
  return behind < offset
    ? { limit: Math.max(0, Math.min(limit, total - offset)), offset: behind, isBackwards: true }
    : { limit, offset, isBackwards: false };
}

/** Whether the list depends on the catalog alone, not on personal lists. */
export const isOfCatalog = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  resource.isOfCatalog && filters.every(({ name }) => !resource.filters[name]?.scopes);

/** Whether the list is ranked by a search. */
export const isRanked = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  filters.some(({ name }) => resource.filters[name]?.rank);

/** Whether the first records cost as much as all. */
export const isCountedInWorker = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  filters.some(({ name, binding }) => resource.filters[name]?.isCountedInWorker?.(binding.shape));

/** Whether the list has no filters or orders. */
export const isUnasked = ({ filters, orders }: Selection): boolean => filters.length === 0 && orders.length === 0;

/** First column of a list's order; `undefined` for expressions and rankings, which have no index. */
export function firstColumn(resource: Resource, { filters, orders }: Selection): string | undefined {
  if (isRanked(resource, { filters })) return undefined;
  const [step] = orders;
  const first = step ? resource.orders[step.name] : [...(filters.length === 0 ? resource.wholeOrder : resource.defaultOrder), 'id'][0];
  return typeof first === 'string' ? first : undefined;
}

/** Filters at either end of the order, and filters evaluated per row. */
export function apart(resource: Resource, selection: Selection): [Selection, Selection] {
  const column = firstColumn(resource, selection);
  const isOnOrder = ({ name }: Selection['filters'][number]) => column !== undefined && resource.filters[name]?.column === column;
  const { filters } = selection;
  return [
    { ...selection, filters: filters.filter(isOnOrder) },
    { ...selection, filters: filters.filter((filter) => !isOnOrder(filter)) },
  ];
}

/** SQL for the known keys. */
export const amongKeys: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('among')}))`;

/** Whether only its filters restrict the list. */
export const isFilteredAlone = (resource: Resource, { among }: Selection): boolean =>
  !among && !resource.only && resource.withinColumn === undefined;

/** Whether the list has all records of its kind. */
export const isWhole = (resource: Resource, selection: Selection): boolean =>
  selection.filters.length === 0 && isFilteredAlone(resource, selection);

/** SQL for the keys of a list whose only filter can yield them without rows. */
export function onlyKeys(resource: Resource, selection: Selection): RawBuilder<unknown> | undefined {
  const [only, another] = selection.filters;
  if (!only || another || !isFilteredAlone(resource, selection)) return undefined;
  const keys = resource.filters[only.name]?.keys?.(boundOf(only.name), only.binding.shape);
  return keys && resource.unreviewed
    ? sql`WITH found (key) AS (${keys}) SELECT key FROM found WHERE ${isReviewed(resource, sql`key`)}`
    : keys;
}

export function shapeOf(resource: Resource, { filters, orders }: Selection): string {
  const parts = [
    ...filters.map(({ name, binding }) => `${name}=${binding.shape}`),
    ...orders.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`),
  ];
  return `${resource.path}?${parts.join('&')}`;
}

export const boundOf =
  (filter: string): Bound =>
  (name = 'value') =>
    parameter(`${filter}.${name}`);

export function valuesOf({ filters, withinKey, among }: Selection): Values {
  const values: Record<string, Value> = { within: withinKey ?? null, among: among ? JSON.stringify(among) : null };
  for (const { name, binding } of filters) for (const [key, value] of Object.entries(binding.values)) values[`${name}.${key}`] = value;
  return values;
}

/** Cache key of a list: its query with the values. */
export const cacheKeyOf = (resource: Resource, selection: Selection): string =>
  `${shapeOf(resource, selection)} ${JSON.stringify(valuesOf(selection))}`;

/**
 * Keys of a list in order.
 * @param isSorted whether to sort the filtered rows rather than walk the order
 */
export function keysInOrder(db: Kysely<Schema>, resource: Resource, selection: Selection, isSorted: boolean, isBackwards?: boolean) {
  const all = narrowed(resource, selection, allRows(db, resource), isSorted ? 'few' : 'where');
  return ordered(resource, selection, all, isSorted, isBackwards).select(keyOf(resource));
}

/** {@link keysInOrder} for a worker: all keys, or those of one page. */
export function keysQuery(
  db: Kysely<Schema>,
  resource: Resource,
  selection: Selection,
  isSorted: boolean,
  place?: PlaceOfPage,
): BoundQuery {
  const keys = keysInOrder(db, resource, selection, isSorted, place?.isBackwards);
  return bound(place ? onePage(keys) : keys, { ...valuesOf(selection), ...(place && { limit: place.limit, offset: place.offset }) });
}
