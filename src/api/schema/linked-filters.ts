import { type RawBuilder, sql } from 'kysely';
import { countedBy, oneOrMany } from './filter-queries';
import { type ParameterType, reference, referenceOrSlug, slugWord } from './parameters';
import { type Bound, type ColumnOf, type Filter, type Keyed, type Rows, type Table, type Target, typeOfTable } from './resource';

// Filters by what other tables have of a record.

/** Where the records that a filter names stand; asked when a request comes, since kinds are declared in any order. */
type FindTarget = () => Target;

/** Keeps rows that point to the record, or (as a list) to one of the records, named by UUID or IRI. */
export function refersTo<T extends Table>(table: T, column: ColumnOf<T>, target: FindTarget, description: string): Filter<T, string> {
  const pointer = sql.ref(`${table}.${column}`);
  return {
    ...named(target, description),
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`${pointer} ${sql.raw(shape === 'one' ? '=' : 'IN')} ${keysOf(target(), bound, shape)}`),
    facet: { counts: (rows) => countedBy(rows, pointer), records: target },
  };
}

/** A table between two others: which of its columns holds the key of which, and the rows that count, if not all do. */
interface Link<L extends Table> {
  readonly table: L;
  readonly from: ColumnOf<L>;
  readonly to: ColumnOf<L>;
  readonly only?: { readonly column: ColumnOf<L>; readonly value: string };
}

/**
 * Keeps rows that a link joins to the record, or (as a list) to one of the records, named by UUID or IRI.
 * @param column what of a row the link leads from
 */
export const linksTo = <T extends Table, L extends Table>(
  table: T,
  link: Link<L>,
  target: FindTarget,
  description: string,
  column?: ColumnOf<T>,
): Filter<T, string> => leadsTo(table, pairsOf(link), target, description, { column });

/** SQL that selects the pairs of a link: `key` of the record that has it, `value` of what it has. */
const pairsOf = <L extends Table>({ table, from, to, only }: Link<L>): RawBuilder<unknown> =>
  sql`SELECT ${sql.ref(from)} AS key, ${sql.ref(to)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(to)} IS NOT NULL ${only ? sql`AND ${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``}`;

interface LeadOptions<T extends Table> {
  readonly bySlug?: boolean;
  readonly column?: ColumnOf<T> | undefined;
  /** Whether the pairs are of several tables, each with an index of both. */
  readonly isOfManyTables?: boolean;
}

/**
 * Keeps rows that lead to the record, or (as a list) to one of the records, named by UUID or IRI, and where they are so
 * named by slug.
 * @param pairs SQL that selects the `key` of a row and the key of what it leads to as `value`, as often as it likes
 */
export function leadsTo<T extends Table>(
  table: T,
  pairs: RawBuilder<unknown>,
  target: FindTarget,
  description: string,
  { bySlug = false, column, isOfManyTables = false }: LeadOptions<T> = {},
): Filter<T, string> {
  const own = sql.ref(`${table}.${column ?? 'key'}`);
  return {
    ...named(target, description, bySlug),
    ...(isOfManyTables && {
      isCountedApart: () => true,
      each: (rows: Rows<T>, bound: Bound, shape: string) =>
        rows.where(
          sql<boolean>`EXISTS (SELECT 1 FROM (${pairs}) WHERE key = ${own} AND value IN ${keysOf(target(), bound, shape, bySlug)})`,
        ),
    }),
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`${own} IN (SELECT key FROM (${pairs}) WHERE value IN ${keysOf(target(), bound, shape, bySlug)})`),
    // Pairs lead from whole records: what leads on from another column cannot be counted by them.
    ...(column === undefined && { facet: { counts: countedPairs(table, pairs), records: () => ({ ...target(), bySlug }) } }),
  };
}

/** Keeps rows that own a row of another table with the value, or (as a list) with one of the values. */
export const has = <T extends Table, L extends Table, V extends string>(
  table: T,
  owned: { readonly table: L; readonly owner: ColumnOf<L>; readonly column: ColumnOf<L> },
  kind: ParameterType<V>,
  description: string,
): Filter<T, V> => {
  const [from, owner, column] = [sql.table(owned.table), ...[owned.owner, owned.column].map((name) => sql.ref(`${owned.table}.${name}`))];
  const own = sql.ref(`${table}.key`);
  return {
    ...hasAmong(table, pairsOf({ table: owned.table, from: owned.owner, to: owned.column }), kind, description),
    // The rows that one owns are few, and those that have a common value may be a million.
    each: (rows, bound, shape) =>
      rows.where(sql<boolean>`EXISTS (SELECT 1 FROM ${from} WHERE ${owner} = ${own} AND ${column} ${among(bound, shape)})`),
    keys: (bound, shape) => sql`SELECT DISTINCT ${owner} FROM ${from} WHERE ${column} ${among(bound, shape)}`,
  };
};

/**
 * Keeps rows that have the value, or (as a list) one of the values.
 * @param pairs SQL that selects the `key` of a row and a `value` of it, as often as it likes
 * @param read what a value is compared as, where that is not how it is written
 */
export function hasAmong<T extends Table, V extends string>(
  table: T,
  pairs: RawBuilder<unknown>,
  kind: ParameterType<V>,
  description: string,
  read: (value: string) => string = (value) => value,
): Filter<T, V> {
  return {
    kind,
    description,
    many: true,
    bind: (values) => oneOrMany((values as string[]).map(read)),
    where: (rows, bound, shape) => {
      return rows.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (SELECT key FROM (${pairs}) WHERE value ${among(bound, shape)})`);
    },
    facet: { counts: countedPairs(table, pairs) },
  };
}

/** Compares with the value that is given, or with all of them. */
const among = (bound: Bound, shape: string): RawBuilder<unknown> =>
  shape === 'one' ? sql`= ${bound()}` : sql`IN (SELECT value FROM json_each(${bound()}))`;

const named = (target: FindTarget, description: string, bySlug = false) => ({
  kind: bySlug ? referenceOrSlug(() => target().path) : reference(() => target().path),
  description,
  many: true,
  bind: (values: unknown[]) => oneOrMany(values as string[]),
});

/** How many rows lead to each value: each row once, however often it does. */
const countedPairs =
  <T extends Table>(table: T, pairs: RawBuilder<unknown>) =>
  (rows: Rows<T>, isWhole: boolean, _bound: Bound, keys?: RawBuilder<unknown>): RawBuilder<unknown> => {
    const narrowed = isWhole ? sql`` : sql`WHERE key IN ${keys ?? rows.select(sql.ref<number>(`${table}.key`).as('key'))}`;
    return sql`SELECT value, count(DISTINCT key) AS count FROM (${pairs}) ${narrowed} GROUP BY value`;
  };

/** The keys of the records that were asked for. */
export const keysOf = ({ table }: Target, bound: Bound, shape: string, bySlug = false): RawBuilder<unknown> => {
  return sql`(SELECT key FROM ${sql.table(table)} WHERE id IN ${standing(table, bound, shape)} ${bySlug ? sql`OR slug ${among(bound, shape)}` : sql``})`;
};

/** Keeps the record itself, or (as a list) each of the records, named by UUID or IRI. */
export const isOneOf = <T extends Table>(table: T, path: string): Filter<T, string> => ({
  kind: reference(() => path),
  description: 'This record; as a list, each of these.',
  many: true,
  bind: (values) => oneOrMany(values as string[]),
  where: (rows, bound, shape) => rows.where(sql<boolean>`${sql.ref(`${table}.id`)} IN ${standing(table, bound, shape)}`),
});

/** The UUIDs that were asked for, and those of the records that they were merged into: a merge leads to its end at once. */
export function standing(target: Table, bound: Bound, shape: string): RawBuilder<string> {
  const type = sql.lit(typeOfTable(target));
  return shape === 'one'
    ? sql`(${bound()}, (SELECT merged_into_id FROM merged_record WHERE resource_type = ${type} AND id = ${bound()}))`
    : sql`(
        SELECT value FROM json_each(${bound()})
        UNION ALL
        SELECT merged_into_id FROM merged_record WHERE resource_type = ${type} AND id IN (SELECT value FROM json_each(${bound()}))
      )`;
}

/** A filter that is given once for each of some words. */
export type KeyedFilter<T extends Table> = Filter<T, string> & { readonly keyedBy: NonNullable<Filter<T>['keyedBy']> };

/**
 * Keeps rows that lead to a record in each of the ways that are asked for: `credit[composer]=…&credit[director]=…` keeps what
 * one composed and the other directed.
 * @param called what the word in brackets is
 * @param pairs SQL that selects, for such a word, the `key` of a row and the key of what it leads to as `value`
 */
export function leadsToAs<T extends Table>(
  table: T,
  called: string,
  pairs: (word: RawBuilder<string>) => RawBuilder<unknown>,
  target: () => Target,
  description: string,
): KeyedFilter<T> {
  return {
    kind: reference(() => target().path),
    keyedBy: { kind: slugWord(called), called },
    description,
    many: true,
    bind: (given) => ({
      shape: String(given.length),
      values: Object.fromEntries(
        (given as Keyed[]).flatMap(({ word, values }, index) => [
          [`word${index}`, word],
          [`value${index}`, JSON.stringify(values)],
        ]),
      ),
    }),
    where: (rows, bound, shape) =>
      Array.from({ length: Number(shape) }, (_, index) => index).reduce((narrowed, index) => {
        const found = keysOf(target(), () => bound(`value${index}`), 'many');
        const all = pairs(bound<string>(`word${index}`));
        return narrowed.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (SELECT key FROM (${all}) WHERE value IN ${found})`);
      }, rows),
  };
}
