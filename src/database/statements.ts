import type { Kysely, QueryExecutorProvider } from 'kysely';
import { Statement, type Values } from './prepare';
import type { Store } from './store';

/** What a statement is made of: a query of Kysely's builder, SQL in its templates, or {@link writtenQuery}. */
interface Query {
  compile(executor: QueryExecutorProvider): { readonly sql: string; readonly parameters: readonly unknown[] };
}

interface Options {
  /** The connection that they run on. */
  readonly on?: 'reader' | 'writer';
  /** Past this many, the one that was asked for the longest time ago is let go; a statement takes some 10 kB. */
  readonly most?: number;
}

/**
 * Prepared statements by name, each built and prepared when it is first asked for. A limit that is given when one runs
 * stands in it as a sum (`… + 0`): SQLite looks at the value of a plain parameter to plan by it, and so would plan the
 * query anew each time it runs.
 */
export class Statements {
  readonly #kept = new Map<string, Statement<unknown>>();
  readonly #connection: 'reader' | 'writer';
  readonly #most: number | undefined;

  constructor(
    private readonly store: Pick<Store, 'db' | 'reader' | 'writer'>,
    { on = 'reader', most }: Options = {},
  ) {
    this.#connection = on;
    this.#most = most;
  }

  /** The statement of this name. Tables and columns may be chosen when it is built, so their types are not checked. */
  // biome-ignore lint/suspicious/noExplicitAny: the schema itself checks what is written.
  get<O = never>(name: string, build: (db: Kysely<any>) => Query): Statement<O> {
    let statement = this.#kept.get(name);
    if (!statement) {
      const { db } = this.store;
      const query = build(db);
      statement = new Statement<unknown>(this.store[this.#connection], { compile: () => query.compile(db) as never }, name);
      this.#kept.set(name, statement);
      this.#letGo();
    } else if (this.#most !== undefined) {
      this.#kept.delete(name);
      this.#kept.set(name, statement);
    }
    return statement as Statement<O, Values>;
  }

  #letGo(): void {
    if (this.#most === undefined || this.#kept.size <= this.#most) return;
    const [oldest] = this.#kept;
    if (!oldest) return;
    this.#kept.delete(oldest[0]);
    oldest[1].close();
  }

  /** Frees all of them. */
  close(): void {
    for (const statement of this.#kept.values()) statement.close();
    this.#kept.clear();
  }
}
