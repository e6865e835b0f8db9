import { type RawBuilder, sql } from 'kysely';
import type { Table } from './attribute';
import type { Credit } from './credit';

// Lists inside a row, as JSON text that SQLite writes. Each is typed as what it holds once it is parsed. `row` is the alias of
// the row that they belong to.

/** The table of the credits of a table's records. */
export const creditsTableOf = (table: Table): Table => `${table}_credit` as Table;

/** A list of credits. */
export const creditsOf = (table: Table, list: string, row: string): RawBuilder<Credit[]> =>
  creditsAmong(sql`
    SELECT * FROM ${sql.table(creditsTableOf(table))} AS c
    WHERE c.${sql.ref(`${table}_key`)} = ${sql.ref(`${row}.key`)} AND c.list = ${sql.lit(list)}`);

/**
 * The credits among rows, which have the columns of a table of credits, in the order of their positions. Put together as text:
 * what comes of a condition is no JSON to SQLite any more, which would have to read each of them again.
 */
export function creditsAmong(rows: RawBuilder<unknown>): RawBuilder<Credit[]> {
  const members = sql`
    'iri', '/api/artists/' || a.id, 'id', a.id, 'name', a.name, 'name_variation', c.name_variation,
    'position', c.position, 'join_phrase', c.join_phrase, 'credit_role', coalesce(r.slug, '')`;
  return sql<Credit[]>`(
    SELECT '[' || coalesce(group_concat(
      iif(coalesce(c.detail, c.tracks) IS NULL, json_object(${members}), json_object(${members}, 'detail', c.detail, 'tracks', c.tracks)),
      ',' ORDER BY c.position), '') || ']'
    FROM (${rows}) AS c JOIN artist AS a ON a.key = c.artist_key LEFT JOIN artist_role AS r ON r.key = c.role_key
  )`;
}

/** The names of a credit list as one line, with the phrases that join them; NULL where the list is empty. */
export function creditLineOf(table: Table, list: string, row: string): RawBuilder<string | null> {
  const credits = sql.table(creditsTableOf(table));
  const isOfList = (alias: 'c' | 'next') =>
    sql`${sql.ref(`${alias}.${table}_key`)} = ${sql.ref(`${row}.key`)} AND ${sql.ref(`${alias}.list`)} = ${sql.lit(list)}`;
  const isLast = sql`NOT EXISTS (SELECT 1 FROM ${credits} AS next WHERE ${isOfList('next')} AND next.position > c.position)`;
  return sql<string | null>`(
    SELECT group_concat(coalesce(c.name_variation, a.name) || coalesce(c.join_phrase, iif(${isLast}, '', ', ')), '' ORDER BY c.position)
    FROM ${credits} AS c JOIN artist AS a ON a.key = c.artist_key WHERE ${isOfList('c')}
  )`;
}

/** One column of other rows, as an array. */
export function valuesOf<V>(table: Table, column: string, owner: string, row: string): RawBuilder<V[]> {
  return sql<V[]>`(
    SELECT json_group_array(v.${sql.ref(column)} ORDER BY v.position) FROM ${sql.table(table)} AS v
    WHERE v.${sql.ref(owner)} = ${sql.ref(`${row}.key`)}
  )`;
}
