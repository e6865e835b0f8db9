import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { BoundQuery } from './prepare';

/**
 * The rows of queries, in their order.
 * @param keysOf the keys among which a query looks, as an array of JSON
 */
export const boundRows = (
  database: Database,
  queries: readonly BoundQuery[],
  keysOf: (database: Database, found: BoundQuery) => string = keysAmong,
): object[][] =>
  queries.map(({ sql, values, among }) => {
    const bound = [...values] as SQLQueryBindings[];
    if (among) {
      const keys = keysOf(database, among.found);
      for (const index of among.at) bound[index] = keys;
    }
    return database.query<object, SQLQueryBindings[]>(sql).all(...bound);
  });

/** The keys that a query gives, as an array of JSON. */
export function keysAmong(database: Database, { sql, values }: BoundQuery): string {
  const all = database.query<{ keys: string }, SQLQueryBindings[]>(`SELECT json_group_array(key) AS keys FROM (${sql})`);
  return all.get(...(values as SQLQueryBindings[]))?.keys ?? '[]';
}
