import type { Database } from 'bun:sqlite';
import type { Compilable } from 'kysely';
import { Statement } from '../database/prepare';

// What is done to accounts is rare: its queries are built with their values when they run, and kept by nobody.

/** The rows of a query. */
export function all<O>(database: Database, query: Compilable<O>): O[] {
  return using(new Statement<O>(database, query), (statement) => statement.all({}));
}

/** The first row of a query, where there is one. */
export function first<O>(database: Database, query: Compilable<O>): O | undefined {
  return using(new Statement<O>(database, query), (statement) => statement.get({}));
}

/** Runs a query that gives no rows; says how many it changed. */
export function change(database: Database, query: Compilable): number {
  return using(new Statement(database, query), (statement) => statement.run({}));
}

function using<O, T>(statement: Statement<O>, work: (statement: Statement<O>) => T): T {
  try {
    return work(statement);
  } finally {
    statement.close();
  }
}
