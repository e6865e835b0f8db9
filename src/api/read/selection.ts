import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../store/database/schema';
import { type BoundQuery, bound, parameter, type Value, type Values } from '../../store/database/sql';
import type { Binding, Bound, Resource, Rows, Table } from '../schema/resource';

/** The keys of the records of a list. */
export const keyOf = ({ table }: Resource) => sql.ref<number>(`${table}.key`).as('key');

/** Every row of a kind that everybody may see. */
export function allRows(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  { table, unreviewed }: Pick<Resource, 'table' | 'unreviewed'>,
): Rows<Table> {
  const rows = db.selectFrom(table) as unknown as Rows<Table>;
  return unreviewed ? rows.where(isReviewed({ unreviewed }, sql.ref(`${table}.key`))) : rows;
}

/** Whether everybody may see the record of a key. Unreviewed ones are few, and a table of their own keeps indexes of all others covering. */
export const isReviewed = ({ unreviewed }: Pick<Resource, 'unreviewed'>, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  unreviewed ? sql`${key} NOT IN (SELECT ${sql.ref(unreviewed.column)} FROM ${sql.table(unreviewed.table)})` : sql`TRUE`;

export interface OrderStep {
  readonly name: string;
  readonly descending: boolean;
}

/** What decides which records a list has, and in which order. */
export interface Selection {
  readonly filters: readonly { readonly name: string; readonly binding: Binding }[];
  readonly orders: readonly OrderStep[];
  /** The key of the record above, where there is one. */
  readonly withinKey: number | undefined;
  /** The keys of the records that the list has at most, where they are known already. */
  readonly among?: readonly number[];
}

/**
 * The rows of a list: below the record above, among those that are known, and as its filters have them.
 * @param way how the filters say so
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
 * The rows of a list read along an order, each looked at by itself: as many as are passed over at most.
 * @param along all rows in that order, which no filter of the selection narrows
 */
export function alongOrder(
  // biome-ignore lint/suspicious/noExplicitAny: as the statements give it.
  db: any,
  resource: Resource,
  { filters }: Pick<Selection, 'filters'>,
  along: Rows<Table>,
  most: RawBuilder<unknown>,
): Rows<Table> {
  // SQLite hands on the rows of a subquery with a limit one by one, as they come: what stops early ends it early.
  const read = along.selectAll(resource.table).limit(most as RawBuilder<number>);
  return narrowedBy(resource, filters, db.selectFrom(read.as(resource.table)) as Rows<Table>, 'each');
}

/**
 * The sums keep both from being plain parameters: SQLite looks at the value of a plain one to plan by it, and so plans
 * the whole statement anew each time that it is given one.
 */
export const onePage = <Q extends Pick<Rows<Table>, 'limit'>>(query: Q): Q =>
  query.limit(sql<number>`${parameter('limit')} + 0`).offset(sql<number>`${parameter('offset')} + 0`) as unknown as Q;

/**
 * Every order ends in the id, in the direction of the last, so that an index serves both directions. Where the list is
 * to be sorted, a unary plus keeps the planner from walking the index of the order instead.
 * @param isBackwards whether the last comes first
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

/** Where a page is read: from the beginning of its list, or from the end where that is nearer. */
export interface PlaceOfPage {
  readonly limit: number;
  readonly offset: number;
  readonly isBackwards: boolean;
}

/** @param total how many records the list has */
export function nearerEnd(total: number, limit: number, offset: number): PlaceOfPage {
  const behind = Math.max(0, total - offset - limit);
  return behind < offset
    ? { limit: Math.max(0, Math.min(limit, total - offset)), offset: behind, isBackwards: true }
    : { limit, offset, isBackwards: false };
}

/** Whether the catalog alone decides what a list has, and not what users keep as well. */
export const isOfCatalog = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  resource.isOfCatalog && filters.every(({ name }) => !resource.filters[name]?.scopes);

/** Whether the best matches of a search come first. */
export const isRanked = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  filters.some(({ name }) => resource.filters[name]?.rank);

/** Whether even the first records of a list cost as much to find as all of them. */
export const isCountedApart = (resource: Resource, { filters }: Pick<Selection, 'filters'>): boolean =>
  filters.some(({ name, binding }) => resource.filters[name]?.isCountedApart?.(binding.shape));

/** Whether it is for all of a list, as it comes by itself. */
export const isUnasked = ({ filters, orders }: Selection): boolean => filters.length === 0 && orders.length === 0;

/** The column that a list goes by first; `undefined` where that is an expression or a ranking, which no index has in order. */
export function firstColumn(resource: Resource, { filters, orders }: Selection): string | undefined {
  if (isRanked(resource, { filters })) return undefined;
  const [step] = orders;
  const first = step ? resource.orders[step.name] : [...(filters.length === 0 ? resource.wholeOrder : resource.defaultOrder), 'id'][0];
  return typeof first === 'string' ? first : undefined;
}

/** SQL for the keys that a list has at most, where they are known. */
export const amongKeys: RawBuilder<number> = sql`(SELECT value FROM json_each(${parameter('among')}))`;

/** Whether a list has every record of its kind, but for those that its filters leave out. */
export const isFilteredAlone = (resource: Resource, { among }: Selection): boolean =>
  !among && !resource.only && resource.withinColumn === undefined;

/** Whether a list has every record of its kind. */
export const isWhole = (resource: Resource, selection: Selection): boolean =>
  selection.filters.length === 0 && isFilteredAlone(resource, selection);

/** SQL for the keys of a list, where its one filter knows them without the rows. */
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

/**
 * The keys of a list in its order.
 * @param isSorted whether what the filters leave is sorted, and not read along the order
 */
export function keysInOrder(db: Kysely<Schema>, resource: Resource, selection: Selection, isSorted: boolean, isBackwards?: boolean) {
  const all = narrowed(resource, selection, allRows(db, resource), isSorted ? 'few' : 'where');
  return ordered(resource, selection, all, isSorted, isBackwards).select(keyOf(resource));
}

/** {@link keysInOrder}, or those of one page as its place says, for another thread. */
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
