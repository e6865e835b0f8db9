import { type RawBuilder, sql } from 'kysely';
import { countedBy, oneOrMany } from './filters';
import { type ParameterType, reference, referenceOrSlug, slugWord } from './parameters';
import { type Bound, type ColumnOf, type Filter, type Keyed, type Rows, type Table, type Target, typeOfTable } from './resource';

// Filters on other tables.

/** Resolves the referenced kind at request time, since kinds are declared in any order. */
type FindTarget = () => Target;

/** Rows that reference one of the records, given by UUID or IRI. */
export function refersTo<T extends Table>(table: T, column: ColumnOf<T>, target: FindTarget, description: string): Filter<T, string> {
  const pointer = sql.ref(`${table}.${column}`);
  return {
    ...named(target, description),
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`${pointer} ${sql.raw(shape === 'one' ? '=' : 'IN')} ${linkedKeys(target(), bound, shape)}`),
    facet: { counts: (rows) => countedBy(rows, pointer), records: target },
  };
}

/** A join table: its two foreign keys, and a condition on its rows, if any. */
interface Link<L extends Table> {
  readonly table: L;
  readonly from: ColumnOf<L>;
  readonly to: ColumnOf<L>;
  readonly only?: { readonly column: ColumnOf<L>; readonly value: string };
}

/**
 * Rows joined to one of the records, given by UUID or IRI.
 * @param column of the row from which the link starts
 */
export const linksTo = <T extends Table, L extends Table>(
  table: T,
  link: Link<L>,
  target: FindTarget,
  description: string,
  column?: ColumnOf<T>,
): Filter<T, string> => leadsTo(table, pairsOf(link), target, description, { column });

/** SQL for the pairs of a link: `key` of the owner, `value` of the target. */
const pairsOf = <L extends Table>({ table, from, to, only }: Link<L>): RawBuilder<unknown> =>
  sql`SELECT ${sql.ref(from)} AS key, ${sql.ref(to)} AS value FROM ${sql.table(table)}
    WHERE ${sql.ref(to)} IS NOT NULL ${only ? sql`AND ${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``}`;

interface LeadOptions<T extends Table> {
  readonly bySlug?: boolean;
  readonly column?: ColumnOf<T> | undefined;
  /** Whether the pairs come from several tables, each with an index on both columns. */
  readonly isOfManyTables?: boolean;
}

/**
 * Rows that lead to one of the records, given by UUID, IRI or, where enabled, slug.
 * @param pairs SQL for row `key` and target `value`; duplicates are allowed
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
      isCountedInWorker: () => true,
      perRow: (rows: Rows<T>, bound: Bound, shape: string) =>
        rows.where(
          sql<boolean>`EXISTS (SELECT 1 FROM (${pairs}) WHERE key = ${own} AND value IN ${linkedKeys(target(), bound, shape, bySlug)})`,
        ),
    }),
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`${own} IN (SELECT key FROM (${pairs}) WHERE value IN ${linkedKeys(target(), bound, shape, bySlug)})`),
    // Pairs refer to whole records, so links from another column cannot be counted.
    ...(column === undefined && { facet: { counts: countedPairs(table, pairs), records: () => ({ ...target(), bySlug }) } }),
  };
}

/** Rows that own a row of another table with one of the values. */
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
    // One record owns few rows, while a common value may match a million.
    perRow: (rows, bound, shape) =>
      rows.where(sql<boolean>`EXISTS (SELECT 1 FROM ${from} WHERE ${owner} = ${own} AND ${column} ${among(bound, shape)})`),
  };
};

/**
 * Rows that have one of the values.
 * @param pairs SQL for row `key` and `value`; duplicates are allowed
 * @param read normalizes a value for comparison
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

/** Compares with the bound value or values. */
const among = (bound: Bound, shape: string): RawBuilder<unknown> =>
  shape === 'one' ? sql`= ${bound()}` : sql`IN (SELECT value FROM json_each(${bound()}))`;

const named = (target: FindTarget, description: string, bySlug = false) => ({
  kind: bySlug ? referenceOrSlug(() => target().path) : reference(() => target().path),
  description,
  many: true,
  bind: (values: unknown[]) => oneOrMany(values as string[]),
});

/** Number of rows per value, each row counted once. */
const countedPairs =
  <T extends Table>(table: T, pairs: RawBuilder<unknown>) =>
  (rows: Rows<T>, isWhole: boolean): RawBuilder<unknown> => {
    const isListed = isWhole ? sql`` : sql`WHERE key IN ${rows.select(sql.ref<number>(`${table}.key`).as('key'))}`;
    return sql`SELECT value, count(DISTINCT key) AS count FROM (${pairs}) ${isListed} GROUP BY value`;
  };

/** Keys of the requested records. */
export const linkedKeys = ({ table }: Target, bound: Bound, shape: string, bySlug = false): RawBuilder<unknown> => {
  return sql`(SELECT key FROM ${sql.table(table)} WHERE id IN ${currentIds(table, bound, shape)} ${bySlug ? sql`OR slug ${among(bound, shape)}` : sql``})`;
};

/** The records given by UUID or IRI. */
export const isOneOf = <T extends Table>(table: T, path: string): Filter<T, string> => ({
  kind: reference(() => path),
  description: 'Only this record, or these records.',
  many: true,
  bind: (values) => oneOrMany(values as string[]),
  where: (rows, bound, shape) => rows.where(sql<boolean>`${sql.ref(`${table}.id`)} IN ${currentIds(table, bound, shape)}`),
});

/** The requested UUIDs and those that they were merged into; merges are stored flattened. */
export function currentIds(target: Table, bound: Bound, shape: string): RawBuilder<string> {
  const type = sql.lit(typeOfTable(target));
  return shape === 'one'
    ? sql`(${bound()}, (SELECT merged_into_id FROM merged_record WHERE resource_type = ${type} AND id = ${bound()}))`
    : sql`(
        SELECT value FROM json_each(${bound()})
        UNION ALL
        SELECT merged_into_id FROM merged_record WHERE resource_type = ${type} AND id IN (SELECT value FROM json_each(${bound()}))
      )`;
}

/** A filter given once per word. */
export type KeyedFilter<T extends Table> = Filter<T, string> & { readonly keyedBy: NonNullable<Filter<T>['keyedBy']> };

/**
 * Rows linked in each requested way: `credit[composer]=…&credit[director]=…` requires both.
 * @param called noun for the bracketed word
 * @param pairs SQL for row `key` and target `value` of a word
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
    bind: (keyed) => ({
      shape: String(keyed.length),
      values: Object.fromEntries(
        (keyed as Keyed[]).flatMap(({ word, values }, index) => [
          [`word${index}`, word],
          [`value${index}`, JSON.stringify(values)],
        ]),
      ),
    }),
    where: (rows, bound, shape) =>
      Array.from({ length: Number(shape) }, (_, index) => index).reduce((narrowed, index) => {
        const found = linkedKeys(target(), () => bound(`value${index}`), 'many');
        const all = pairs(bound<string>(`word${index}`));
        return narrowed.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (SELECT key FROM (${all}) WHERE value IN ${found})`);
      }, rows),
  };
}
