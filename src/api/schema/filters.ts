import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../../store/database/connection';
import { distinctWords, innerMarks, readSearchText, withoutInnerMarks } from '../../store/database/full-text';
import type { Schema } from '../../store/database/schema.gen';
import { firstDay, lastDay } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import { dayOfYear, decade, flag, nonEmpty, type ParameterType, partialDate, text } from './parameters';
import type { Binding, Bound, ColumnOf, Filter, Rows, Table } from './resource';

type SearchIndex = keyof Schema & `${string}_search`;

/** Rows whose column or expression equals the value, or one of the values. */
export function equals<T extends Table, V extends Value>(
  table: T,
  column: ColumnOf<T> | RawBuilder<unknown>,
  kind: ParameterType<V>,
  options: { description: string; many?: boolean; aliases?: readonly string[]; read?: (value: V) => Value },
): Filter<T, V> {
  const read = options.read ?? ((value: V): Value => value);
  const of = typeof column === 'string' ? sql.ref(`${table}.${column}`) : column;
  return {
    kind: kind.schema.type === 'string' ? nonEmpty(kind) : kind,
    description: options.description,
    many: options.many ?? false,
    aliases: options.aliases,
    bind: (values) => oneOrMany(values.map((value) => read(value as V))),
    where: (rows, bound, shape) => narrow(rows, of, shape, bound),
    ...(typeof column === 'string' && { column, byIndex: byIndex(table, column) }),
    facet: { counts: (rows) => countedBy(rows, of) },
  };
}

/** Rows whose column has one of the values that the parameter expands to. */
export function isAmong<T extends Table, V extends Value>(
  table: T,
  column: ColumnOf<T>,
  kind: ParameterType<V>,
  options: { description: string; many?: boolean; valuesOf: (value: V) => readonly Value[] },
): Filter<T, V> {
  return {
    kind,
    description: options.description,
    many: options.many ?? false,
    bind: (values) => ({ shape: 'many', values: { value: JSON.stringify(values.flatMap((value) => options.valuesOf(value as V))) } }),
    where: (rows, bound, shape) => narrow(rows, sql.ref(`${table}.${column}`), shape, bound),
    byIndex: byIndex(table, column),
    column,
  };
}

/** Rows from the ten years that start with the value. */
export function inDecade<T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, number> {
  const year = sql.ref(column);
  return {
    ...isAmong(table, column, decade, {
      description: `${description} A decade goes by its first year.`,
      many: true,
      valuesOf: (first) => Array.from({ length: 10 }, (_, index) => first + index),
    }),
    facet: {
      // Counts years first, from an index: they are few.
      counts: (rows) => sql`
        SELECT ${year} / 10 * 10 AS value, sum(count) AS count
        FROM ${rows.groupBy(sql`${sql.ref(`${table}.${column}`)}`).select([sql.ref(`${table}.${column}`).as(column), countAll])} GROUP BY 1`,
      nameOf: (first) => `${first}s`,
      isByValue: true,
    },
  };
}

/** Rows whose day of the year equals the value, or lies in a range that may wrap around New Year. */
export function onDayOfYear<T extends Table>(table: T, column: ColumnOf<T>, last: string, description: string): Filter<T, string> {
  const day = sql.ref(`${table}.${column}`);
  return {
    kind: dayOfYear,
    description,
    many: false,
    column,
    bind: ([first], _asList, other) => {
      const from = first as string;
      const to = (other(last) as string | undefined) ?? from;
      return { shape: from <= to ? 'within' : 'around', values: { from, to } };
    },
    where: (rows, bound, shape) =>
      rows.where(sql<boolean>`(${day} >= ${bound('from')} ${sql.raw(shape === 'within' ? 'AND' : 'OR')} ${day} <= ${bound('to')})`),
  };
}

/** Rows whose flag is set, or not set. */
export const isFlagged = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, boolean> => ({
  kind: flag,
  description,
  many: false,
  column,
  // Part of the query text, since a partial index cannot serve a bound value.
  bind: ([value]) => ({ shape: value ? 'set' : 'unset', values: {} }),
  where: (rows, _bound, shape) => rows.where(sql<boolean>`${sql.ref(`${table}.${column}`)} = ${sql.lit(shape === 'set' ? 1 : 0)}`),
});

/** Rows dated on or after the first day of a period; undated rows are left out. */
export const onOrAfter = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, string> =>
  compares(table, column, '>=', partialDate, firstDay, description);

/** Rows dated on or before the last day of a period; undated rows are left out. */
export const onOrBefore = <T extends Table>(table: T, column: ColumnOf<T>, description: string): Filter<T, string> =>
  compares(table, column, '<=', partialDate, lastDay, description);

/**
 * Rows whose folded column contains the text, ignoring case and accents. Three or more characters use the trigram index, if any;
 * otherwise the column is scanned.
 */
export function contains<T extends Table>(
  table: T,
  column: ColumnOf<T>,
  description: string,
  trigramIndex?: keyof Schema & `${string}_trigram`,
): Filter<T, string> {
  const found = (bound: Bound) =>
    sql`SELECT rowid FROM ${sql.table(trigramIndex as string)} WHERE ${sql.table(trigramIndex as string)} MATCH ${bound('phrase')}`;
  const perRow = (rows: Rows<T>, bound: Bound) => rows.where(sql<boolean>`instr(${sql.ref(`${table}.${column}`)}, ${bound()}) > 0`);
  return {
    kind: text(255),
    description: `${description} Case and accents are ignored; % and _ are plain characters.`,
    many: false,
    bind: ([value]) => {
      const typed = value as string;
      const folded = fold(typed);
      if (folded === '') return null;
      // No text has this character, which folding takes for a blank.
      if (typed.includes('\0')) return { shape: 'nothing', values: { value: '\0', phrase: '' } };
      const indexed = trigramIndex !== undefined && [...folded].length >= 3;
      return { shape: indexed ? 'indexed' : 'scanned', values: { value: folded, phrase: `"${folded.replaceAll('"', '""')}"` } };
    },
    where: (rows, bound, shape) =>
      shape === 'nothing'
        ? rows.where(sql<boolean>`0`)
        : shape === 'indexed'
          ? rows.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (${found(bound)})`)
          : perRow(rows, bound),
    perRow,
    keys: (bound, shape) => (shape === 'indexed' ? found(bound) : undefined),
    // Without an index, this scans up to a million names.
    ...(trigramIndex && { isCountedInWorker: (shape) => shape === 'scanned' }),
  };
}

/** Rows that contain all words anywhere. The folded text is an expression computed per row, for lists of a few thousand. */
export function containsWords<T extends Table>(_table: T, folded: RawBuilder<string>, description: string): Filter<T, string> {
  const plain = [...innerMarks].reduce((text, mark) => sql<string>`replace(${text}, ${sql.lit(mark)}, '')`, folded);
  return {
    kind: text(200, 'psycho'),
    description: `${description} Every word counts; case, accents and marks inside words are ignored.`,
    many: false,
    bind: ([typed]) => {
      const words = distinctWords(
        withoutInnerMarks(fold(typed as string))
          .split(' ')
          .filter((word) => word !== ''),
      );
      return words.length === 0 ? null : { shape: 'words', values: { words: JSON.stringify(words) } };
    },
    where: (rows, bound) =>
      rows.where(sql<boolean>`NOT EXISTS (SELECT 1 FROM json_each(${bound('words')}) AS word WHERE instr(${plain}, word.value) = 0)`),
  };
}

/** Rows whose number is at least the value. */
export const atLeast = <T extends Table>(
  table: T,
  column: ColumnOf<T>,
  kind: ParameterType<number>,
  description: string,
): Filter<T, number> => compares(table, column, '>=', kind, asGiven, description);

/** Rows whose number is at most the value. */
export const atMost = <T extends Table>(
  table: T,
  column: ColumnOf<T>,
  kind: ParameterType<number>,
  description: string,
): Filter<T, number> => compares(table, column, '<=', kind, asGiven, description);

/** A parameter that modifies another filter and does nothing alone. */
export const modifies = <T extends Table, V>(_table: T, kind: ParameterType<V>, description: string): Filter<T, V> => ({
  kind,
  description,
  many: false,
  bind: () => null,
  where: (rows) => rows,
});

/**
 * Ranked full-text search: exact names, exact other names, names that start with the text, then bm25 with names weighted above
 * other names.
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
  const alsoNamed =
    otherNames &&
    ((bound: Bound) =>
      sql`SELECT ${sql.ref(otherNames.owner)} FROM ${sql.table(otherNames.table)} WHERE ${sql.ref(otherNames.column)} = ${bound('exact')}`);
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
    keys: (bound, shape) =>
      shape === 'nothing' ? undefined : sql`SELECT rowid FROM ${sql.table(index)} WHERE ${sql.table(index)} MATCH ${bound('match')}`,
    ranked: { index, name, alsoNamed },
    rank: (rows, bound, shape) =>
      shape === 'nothing'
        ? rows
        : rows
            .orderBy(
              sql`CASE
                WHEN ${nameOf} = ${bound('exact')} THEN 0
                ${alsoNamed ? sql`WHEN ${sql.ref(`${table}.key`)} IN (${alsoNamed(bound)}) THEN 1` : sql``}
                WHEN ${nameOf} >= ${bound('exact')} AND ${nameOf} < ${bound('beyond')} THEN 2
                ELSE 3 END`,
            )
            // Column weights, name first; indexes without other names ignore the second.
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
    column,
    bind: ([value]) => ({ shape: 'value', values: { value: bound(value as V) } }),
    where: (rows, limit) => rows.where(sql<boolean>`${sql.ref(`${table}.${column}`)} ${sql.raw(operator)} ${limit()}`),
  };
}

function narrow<T extends Table>(rows: Rows<T>, column: RawBuilder<unknown>, shape: string, bound: Bound): Rows<T> {
  return shape === 'one'
    ? rows.where(sql<boolean>`${column} = ${bound()}`)
    : rows.where(sql<boolean>`${column} IN (SELECT value FROM json_each(${bound()}))`);
}

/** Several values are looked up one by one: SQLite cannot know how few they are and would scan. */
const byIndex =
  <T extends Table>(table: T, column: ColumnOf<T>): NonNullable<Filter<T>['byIndex']> =>
  (rows, bound, shape) => {
    const of = sql.ref(`${table}.${column}`);
    if (shape === 'one') return narrow(rows, of, shape, bound);
    const found = sql`SELECT found.key FROM json_each(${bound()}) AS requested CROSS JOIN ${sql.table(table)} AS found ON found.${sql.ref(column)} = requested.value`;
    return rows.where(sql<boolean>`${sql.ref(`${table}.key`)} IN (${found})`);
  };

// Building blocks of filter and facet queries.

/** A list travels as one JSON text, so its length does not change the statement. */
export function oneOrMany(values: readonly Value[]): Binding {
  return values.length === 1
    ? { shape: 'one', values: { value: values[0] as Value } }
    : { shape: 'many', values: { value: JSON.stringify(values) } };
}

export const countAll = sql<number>`count(*)`.as('count');

export const countedBy = <T extends Table>(rows: Rows<T>, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`SELECT value, count FROM ${rows.groupBy(value as never).select([value.as('value'), countAll])}`;
