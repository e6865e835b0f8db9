import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Value, Values } from '../../store/database/connection';
import type { Schema } from '../../store/database/schema.gen';
import { parameter } from '../../store/database/sql';
import type { Binding, Bound, Resource, Rows, Table } from '../schema/resource';

/**
 * Rows read, sorted or ranked on the event loop for one page: 4 ms, and ten times as long after a write, when SQLite maps the file
 * anew. Longer pages come from cached keys or a worker.
 */
export const mostRows = 3_000;

/** Index entries walked or counted on the event loop: one to two milliseconds. */
export const mostEntries = 20_000;

export interface OrderStep {
  readonly name: string;
  readonly descending: boolean;
}

/** What a row has to have. */
export interface RowShape {
  /** Members to read; without it, all. */
  readonly fields?: ReadonlySet<string> | undefined;
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

/** Key column of a list's table. */
export const keyOf = ({ table }: Resource) => sql.ref<number>(`${table}.key`).as('key');

/** All rows of a kind that are public. */
export function allRows(db: Kysely<Schema>, { table, unreviewed }: Pick<Resource, 'table' | 'unreviewed'>): Rows<Table> {
  const rows = db.selectFrom(table) as unknown as Rows<Table>;
  return unreviewed ? rows.where(sql.raw<boolean>(isReviewed({ unreviewed }, `"${table}".key`))) : rows;
}

/**
 * SQL condition of a public record. Unreviewed records are few; their separate table keeps the indexes of all others covering.
 * @param key SQL of the record's key
 */
export const isReviewed = ({ unreviewed }: Pick<Resource, 'unreviewed'>, key: string): string =>
  unreviewed ? `${key} NOT IN (SELECT ${unreviewed.column} FROM ${unreviewed.table})` : 'TRUE';

type FilterForm = 'where' | 'byIndex' | 'perRow';

/**
 * Rows of a list: below its parent, among the known keys, and matching the filters.
 * @param form of the filters' conditions; `byIndex` finds rows by the first filter and compares them with the others one by one
 */
export function filteredRows(db: Kysely<Schema>, resource: Resource, selection: Selection, form: FilterForm = 'where'): Rows<Table> {
  const all = allRows(db, resource);
  if (form !== 'byIndex' || selection.filters.length < 2 || isRanked(resource, selection))
    return restricted(resource, selection, all, form);
  const [first, ...others] = selection.filters;
  const found = restricted(resource, { ...selection, filters: first ? [first] : [] }, all, form);
  return rowsAmong(db, resource, others, found, sql.lit(-1));
}

export function restricted(resource: Resource, selection: Selection, all: Rows<Table>, form: FilterForm = 'where'): Rows<Table> {
  let rows = all;
  if (resource.only) rows = resource.only(rows);
  if (resource.withinColumn !== undefined)
    rows = rows.where(sql.ref(`${resource.table}.${resource.withinColumn}`), '=', parameter('within'));
  if (selection.among) rows = rows.where(sql.ref(`${resource.table}.key`), 'in', amongKeys);
  return matching(resource, selection.filters, rows, form);
}

function matching(resource: Resource, filters: Selection['filters'], all: Rows<Table>, form: FilterForm): Rows<Table> {
  return filters.reduce((rows, { name, binding }) => {
    const filter = resource.filters[name];
    return (filter?.[form] ?? filter?.where)?.(rows, boundOf(name), binding.shape) ?? rows;
  }, all);
}

/** The first of some rows, in their order, that match filters; SQLite reads them one by one and can stop early. */
export function rowsAmong(
  db: Kysely<Schema>,
  resource: Resource,
  filters: Selection['filters'],
  rows: Rows<Table>,
  limit: RawBuilder<unknown>,
): Rows<Table> {
  // A limited subquery is not merged with the outer query, so its plan does not depend on these filters.
  const read = rows.selectAll(resource.table).limit(limit as RawBuilder<number>);
  // It has the name and the columns of the table.
  return matching(resource, filters, db.selectFrom(read.as(resource.table)) as unknown as Rows<Table>, 'perRow');
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
  const steps =
    selection.orders.length > 0
      ? selection.orders.map(({ name, descending }) => ({ by: resource.orders[name] as string | RawBuilder<unknown>, descending }))
      : defaultColumns(resource, selection).map((by) => ({ by, descending: false }));
  return [...steps, { by: 'id', descending: steps.at(-1)?.descending }].reduce(
    (query, { by, descending }) => query.orderBy(column(by), direction(descending)),
    rows,
  );
}

const defaultColumns = (resource: Resource, { filters }: Selection): readonly string[] =>
  filters.length === 0 ? resource.wholeOrder : resource.defaultOrder;

/** First column of a list's order; `undefined` for expressions and rankings, which have no index. */
export function firstColumn(resource: Resource, selection: Selection): string | undefined {
  if (isRanked(resource, selection)) return undefined;
  const [step] = selection.orders;
  const first = step ? resource.orders[step.name] : (defaultColumns(resource, selection)[0] ?? 'id');
  return typeof first === 'string' ? first : undefined;
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
export const isCountedInWorker = (resource: Resource, { filters: [first] }: Selection): boolean =>
  first !== undefined && resource.filters[first.name]?.isCountedInWorker?.(first.binding.shape) === true;

/** Whether the list has no filters or orders. */
export const isPlain = ({ filters, orders }: Selection): boolean => filters.length === 0 && orders.length === 0;

/** Filters on the first column of the order, which are ranges of its index, and all others. */
export function splitFilters(resource: Resource, selection: Selection) {
  const column = firstColumn(resource, selection);
  const isOnOrder = ({ name }: Selection['filters'][number]) => column !== undefined && resource.filters[name]?.column === column;
  return {
    onOrder: selection.filters.filter(isOnOrder),
    others: selection.filters.filter((filter) => !isOnOrder(filter)),
  };
}

const amongKeys: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('among')}))`;

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
    ? sql`WITH found (key) AS (${keys}) SELECT key FROM found WHERE ${sql.raw(isReviewed(resource, 'key'))}`
    : keys;
}

export function shapeOf(resource: Resource, { filters, orders }: Selection): string {
  const parts = [
    ...filters.map(({ name, binding }) => `${name}=${binding.shape}`),
    ...orders.map(({ name, descending }) => `${descending ? '-' : '+'}${name}`),
  ];
  return `${resource.path}?${parts.join('&')}`;
}

/** Name that SQL allows for a value of a filter. */
export const nameOfValue = (filter: string, name: string): string => `${filter}_${name}`.replaceAll(/\W/g, '_');

export const boundOf =
  (filter: string): Bound =>
  (name = 'value') =>
    parameter(nameOfValue(filter, name));

export function valuesOf({ filters, withinKey, among }: Selection): Values {
  const values: Record<string, Value> = { within: withinKey ?? null, among: among ? JSON.stringify(among) : null };
  for (const { name, binding } of filters)
    for (const [key, value] of Object.entries(binding.values)) values[nameOfValue(name, key)] = value;
  return values;
}

/** Cache key of a list: its query with the values. */
export const cacheKeyOf = (resource: Resource, selection: Selection): string =>
  `${shapeOf(resource, selection)} ${JSON.stringify(valuesOf(selection))}`;

/**
 * How the keys of a page are found: by walking the index of the order, by walking it and skipping what the filters leave out, or
 * by sorting the rows that the filters leave. SQLite plans before it knows the values, so the length of the list decides.
 */
export type Plan = 'walk' | 'skip' | 'sort';

/** Keys of a list in order. Skipping binds `most`, the number of rows to walk. */
export function keysInOrder(db: Kysely<Schema>, resource: Resource, selection: Selection, plan: Plan, isBackwards?: boolean) {
  const { onOrder, others } = splitFilters(resource, selection);
  const found = plan === 'skip' ? { ...selection, filters: onOrder } : selection;
  const rows = ordered(
    resource,
    selection,
    filteredRows(db, resource, found, plan === 'sort' ? 'byIndex' : 'where'),
    plan === 'sort',
    isBackwards,
  );
  return (plan === 'skip' ? rowsAmong(db, resource, others, rows, sql`${parameter('most')} + 0`) : rows).select(keyOf(resource));
}
