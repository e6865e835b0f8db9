import type { Database } from 'bun:sqlite';

/** What a table or an index takes of the database file. */
export interface Size {
  readonly name: string;
  readonly type: 'table' | 'index';
  /** The table that an index is of. */
  readonly table: string;
  readonly bytes: number;
  /** How many of the bytes have nothing in them: pages are rarely full. */
  readonly unused: number;
}

/** The largest first. Reads the whole file (https://www.sqlite.org/dbstat.html). */
export const sizesOf = (database: Database): Size[] =>
  database
    .query(
      `SELECT s.name, coalesce(o.type, 'table') AS type, coalesce(o.tbl_name, s.name) AS "table", s.pgsize AS bytes, s.unused
       FROM dbstat AS s LEFT JOIN sqlite_schema AS o ON o.name = s.name WHERE s.aggregate = 1 ORDER BY s.pgsize DESC, s.name`,
    )
    .all() as Size[];
