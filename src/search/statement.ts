import type { Compilable, RawBuilder } from 'kysely';
import type { Store } from '../database/open';
import { Statement, type Values } from '../database/prepare';

/**
 * Prepares a query that is written in SQL. A limit that is given when it runs stands in it as a sum (`… + 0`): SQLite looks at
 * the value of a plain parameter to plan by it, and so would plan the query anew each time it runs.
 */
export const prepareSql = <O, P extends Values = Values>({ reader, db }: Store, query: RawBuilder<O>): Statement<O, P> =>
  new Statement<O, P>(reader, { compile: () => query.compile(db) } as Compilable<O>);

/** Queries by name, each prepared when it is first asked for. */
export class Statements {
  readonly #kept = new Map<string, Statement<never>>();

  constructor(private readonly store: Store) {}

  keep<O>(name: string, build: () => RawBuilder<O>): Statement<O> {
    let statement = this.#kept.get(name) as Statement<O> | undefined;
    if (!statement) {
      statement = prepareSql<O>(this.store, build());
      this.#kept.set(name, statement as Statement<never>);
    }
    return statement;
  }
}
