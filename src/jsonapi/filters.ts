import { type RawBuilder, sql } from 'kysely';
import { fold } from '../database/folding';
import { distinctWords, readSearchText } from '../database/full-text';
import { firstDay, lastDay } from '../database/partial-date';
import type { Value } from '../database/prepare';
import type { Schema } from '../database/schema';
import { flag, nonEmpty, type ParameterType, partialDate, reference, text } from './parameters';
import { type Binding, type Bound, type Filter, type Rows, type Table, typeOfTable } from './resource';

type ColumnOf<T extends Table> = keyof Schema[T] & string;
type SearchIndex = keyof Schema & `${string}_search`;

/** Keeps rows whose column, or an expression over them, is the value, or (as a list) one of the values. */
export function equals<T extends Table, V extends Value>(
  table: T,
  column: ColumnOf<T> | RawBuilder<unknown>,
  kind: ParameterType<V>,
  options: { description: string; many?: boolean; aliases?: readonly string[]; read?: (value: V) => Value },
): Filter<T, V> {
  const read = options.read ?? ((value: V): Value => value);
  return {
    // No record has an empty code or name.
    kind: kind.schema.type === 'string' ? nonEmpty(kind) : kind,
    description: options.description,
    many: options.many ?? false,
    aliases: options.aliases,
    bind: (values) => oneOrMany(values.map((value) => read(value as V))),
    where: (rows, bound, shape) => narrow(rows, typeof column === 'string' ? sql.ref(`${table}.${column}`) : column, shape, bound),
  };
}

/** Where the records that a filter names stand; asked when a request comes, since kinds are declared in any order. */
type Target = () => { readonly table: Table; readonly path: string };

/** Keeps rows that point to the record, or (as a list) to one of the records, named by UUID or IRI. */
export function refersTo<T extends Table>(table: T, column: ColumnOf<T>, target: Target, description: string): Filter<T, string> {
  const keys = (bound: Bound, shape: string) =>
    sql`(SELECT key FROM ${sql.table(target().table)} WHERE id IN ${standing(target().table, bound, shape)})`;
  return {
    kind: reference(() => target().path),
    description,
    many: true,
    bind: (values) => oneOrMany(values as string[]),
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`${sql.ref(`${table}.${column}`)} ${sql.raw(shape === 'one' ? '=' : 'IN')} ${keys(bound, shape)}`),
  };
}

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
export function linksTo<T extends Table, L extends Table>(
  table: T,
  link: Link<L>,
  target: Target,
  description: string,
  column = 'key' as ColumnOf<T>,
): Filter<T, string> {
  const counts = link.only ? sql`AND l.${sql.ref(link.only.column)} = ${sql.lit(link.only.value)}` : sql``;
  return {
    kind: reference(() => target().path),
    description,
    many: true,
    bind: (values) => oneOrMany(values as string[]),
    where: (rows, bound, shape) =>
      rows.where(
        sql<boolean>`${sql.ref(`${table}.${column}`)} IN (
          SELECT l.${sql.ref(link.from)} FROM ${sql.table(link.table)} AS l JOIN ${sql.table(target().table)} AS t ON t.key = l.${sql.ref(link.to)}
          WHERE t.id IN ${standing(target().table, bound, shape)} ${counts})`,
      ),
  };
}

/** Keeps rows whose flag is as asked. */
export const isFlagged = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, boolean> =>
  equals(table, column, flag as ParameterType<never>, { description, read: (value) => (value ? 1 : 0) });

/** Keeps rows whose date is on or after the first day of the given period; those without a date are left out. */
export const onOrAfter = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, string> =>
  compares(table, column, '>=', partialDate, firstDay, description);

/** Keeps rows whose date is on or before the last day of the given period; those without a date are left out. */
export const onOrBefore = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, string> =>
  compares(table, column, '<=', partialDate, lastDay, description);

/**
 * Keeps rows whose folded column contains the text, ignoring case and accents. With a trigram index, three characters
 * and more are looked up in it; fewer, and columns without one, are scanned.
 */
export function contains<T extends Table>(
  table: T,
  column: ColumnOf<T>,
  description: string,
  trigramIndex?: keyof Schema & `${string}_trigram`,
): Filter<T, string> {
  return {
    kind: text(255),
    description: `${description} Case and accents are ignored; % and _ are plain characters.`,
    many: false,
    bind: ([value]) => {
      const folded = fold(value as string);
      if (folded === '') return null;
      const indexed = trigramIndex !== undefined && [...folded].length >= 3;
      return { shape: indexed ? 'indexed' : 'scanned', values: { value: indexed ? `"${folded.replaceAll('"', '""')}"` : folded } };
    },
    where: (rows, bound, shape) =>
      shape === 'indexed'
        ? rows.where(
            sql<boolean>`${sql.ref(`${table}.key`)} IN (SELECT rowid FROM ${sql.table(trigramIndex as string)} WHERE ${sql.table(trigramIndex as string)} MATCH ${bound()})`,
          )
        : rows.where(sql<boolean>`instr(${sql.ref(`${table}.${column}`)}, ${bound()}) > 0`),
  };
}

/**
 * Keeps rows whose text has every word that was typed, wherever it stands in it. The text is an expression that is folded
 * already, worked out for each row: for lists of a few thousand.
 */
export const containsWords = <T extends Table>(_table: T, folded: RawBuilder<string>, description: string): Filter<T, string> => ({
  kind: text(200, 'psycho'),
  description: `${description} Every word counts; case and accents are ignored.`,
  many: false,
  bind: ([typed]) => {
    const words = distinctWords(
      fold(typed as string)
        .split(' ')
        .filter((word) => word !== ''),
    );
    return words.length === 0 ? null : { shape: 'words', values: { words: JSON.stringify(words) } };
  },
  where: (rows, bound) =>
    rows.where(sql<boolean>`NOT EXISTS (SELECT 1 FROM json_each(${bound('words')}) AS word WHERE instr(${folded}, word.value) = 0)`),
});

/** Keeps rows whose number is this or more. */
export const atLeast = <T extends Table>(
  table: T,
  column: ColumnOf<T>,
  kind: ParameterType<number>,
  description: string,
): Filter<T, number> => compares(table, column, '>=', kind, asGiven, description);

/** Keeps rows whose number is this or less. */
export const atMost = <T extends Table>(
  table: T,
  column: ColumnOf<T>,
  kind: ParameterType<number>,
  description: string,
): Filter<T, number> => compares(table, column, '<=', kind, asGiven, description);

/** A parameter that changes how another filter works, and does nothing alone. */
export const modifies = <T extends Table, V>(_table: T, kind: ParameterType<V>, description: string): Filter<T, V> => ({
  kind,
  description,
  many: false,
  bind: () => null,
  where: (rows) => rows,
});

/**
 * Searches the full-text index of a table, ranked: an exact name first, then an exact other name where a table has
 * those one by one, then names that begin with the text, then by how well they match (bm25, a name weighing more than
 * another name).
 */
export function searches<T extends Table>(
  table: T,
  index: SearchIndex,
  {
    name,
    otherNames,
    description,
  }: { name: ColumnOf<T>; otherNames?: { table: Table; column: string; owner: string }; description: string },
): Filter<T, string> {
  const nameOf = sql.ref(`${table}.${name}`);
  const hasOtherName = (bound: Bound) =>
    otherNames
      ? sql`WHEN ${sql.ref(`${table}.key`)} IN (SELECT ${sql.ref(otherNames.owner)} FROM ${sql.table(otherNames.table)} WHERE ${sql.ref(otherNames.column)} = ${bound('exact')}) THEN 1`
      : sql``;
  return {
    kind: text(200, 'herrmann'),
    description,
    many: false,
    bind: ([typed]): Binding | null => {
      const { match, exact } = readSearchText(typed as string);
      if (exact === '') return null;
      return match === null ? { shape: 'nothing', values: {} } : { shape: 'words', values: { match, exact, beyond: `${exact}\u{10ffff}` } };
    },
    where: (rows, bound, shape) =>
      shape === 'nothing'
        ? rows.where(sql<boolean>`0`)
        : // Which of the indexes it is cannot be told apart here, so one stands for all of them.
          (rows
            .innerJoin(index as 'artist_search', (join) => join.on(sql<boolean>`${sql.ref(`${index}.rowid`)} = ${sql.ref(`${table}.key`)}`))
            .where(sql<boolean>`${sql.table(index)} MATCH ${bound('match')}`) as unknown as Rows<T>),
    rank: (rows, bound, shape) =>
      shape === 'nothing'
        ? rows
        : rows
            .orderBy(
              sql`CASE
                WHEN ${nameOf} = ${bound('exact')} THEN 0
                ${hasOtherName(bound)}
                WHEN ${nameOf} >= ${bound('exact')} AND ${nameOf} < ${bound('beyond')} THEN 2
                ELSE 3 END`,
            )
            // The weights of the columns, the name first; an index without other names has no use for the second.
            .orderBy(sql`bm25(${sql.table(index)}, 10, 5)`),
  };
}

const asGiven = <V>(value: V): V => value;

function compares<T extends Table, V extends Value>(
  table: T,
  column: ColumnOf<T>,
  operator: '>=' | '<=',
  kind: ParameterType<V>,
  bound: (value: V) => Value,
  description: string,
): Filter<T, V> {
  return {
    kind,
    description,
    many: false,
    bind: ([value]) => ({ shape: 'value', values: { value: bound(value as V) } }),
    where: (rows, given) => rows.where(sql<boolean>`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} ${given()}`),
  };
}

/** A list of values travels as one JSON text, so that its length does not make another query. */
export function oneOrMany(values: readonly Value[]): Binding {
  return values.length === 1
    ? { shape: 'one', values: { value: values[0] as Value } }
    : { shape: 'many', values: { value: JSON.stringify(values) } };
}

function narrow<T extends Table>(rows: Rows<T>, column: RawBuilder<unknown>, shape: string, bound: Bound): Rows<T> {
  return shape === 'one'
    ? rows.where(sql<boolean>`${column} = ${bound()}`)
    : rows.where(sql<boolean>`${column} IN (SELECT value FROM json_each(${bound()}))`);
}
