import type { Database, Statement as NativeStatement, SQLQueryBindings } from 'bun:sqlite';
import { type Compilable, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { beginning, ended } from './slow-statements';

export type Value = string | number | bigint | Uint8Array | null;

/** Values by the names that a query gave them. */
export type Values = Readonly<Record<string, Value>>;

/** Stands in a query for a value that is given when it runs. */
export type Parameter<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>;

class Slot {
  constructor(readonly name: string) {}
}

/** A place in a query for the value of this name. */
export function parameter<V>(name: string): RawBuilder<V> {
  return sql`${sql.val(new Slot(name))}`;
}

interface Compiled {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** A query as text, and its values in order: for another thread, which prepares it for itself. */
export interface BoundQuery {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Keys that another query gives, and where among the values they come in, as an array of JSON. */
  readonly among?: { readonly found: BoundQuery; readonly at: readonly number[] };
}

export function bound(query: Compiled, values: Values = {}): BoundQuery {
  const { sql, parameters } = query.compile();
  return { sql, values: parameters.map((one) => (one instanceof Slot ? valueIn(values, one.name) : (one as Value))) };
}

/** A query with its values, one of which is the keys that another gives. */
export function boundAmong(query: Compiled, values: Values, name: string, found: BoundQuery): BoundQuery {
  const compiled = query.compile();
  const at = compiled.parameters.flatMap((one, index) => (one instanceof Slot && one.name === name ? [index] : []));
  return { ...bound({ compile: () => compiled }, { ...values, [name]: null }), among: { found, at } };
}

function valueIn(values: Values, name: string): Value {
  const value = values[name];
  if (value === undefined) throw new Error(`The query has no value for "${name}".`);
  return value;
}

/** A query that is written out, in whose question marks the values of these names come, in order. */
export const writtenQuery = (text: string, ...names: readonly string[]) => ({
  compile: () => ({ sql: text, parameters: names.map((name) => new Slot(name)) }),
});

let kept = 0;

/** How many statements this process has prepared and not freed. Those that nobody has any more are freed with their memory, and count on. */
export const keptStatements = (): number => kept;

/**
 * A query compiled once and kept as a prepared statement. Building and compiling a query with Kysely takes many times
 * as long as running it, so what runs at every request is one of these.
 */
export class Statement<O, P extends Values = Values> {
  readonly sql: string;
  readonly #native: NativeStatement<O, SQLQueryBindings[]>;
  /** What is bound, in order: values, and the names of those that are given when it runs. */
  readonly #parameters: readonly unknown[];
  readonly #names: readonly (string | undefined)[];
  #isClosed = false;

  constructor(
    database: Database,
    query: Compiled,
    private readonly name?: string,
  ) {
    const compiled = query.compile();
    this.sql = compiled.sql;
    this.#parameters = compiled.parameters;
    this.#names = compiled.parameters.map((given) => (given instanceof Slot ? given.name : undefined));
    this.#native = database.prepare(compiled.sql);
    kept++;
  }

  all(values: P): O[] {
    const begun = beginning();
    const rows = this.#native.all(...this.#bind(values));
    if (begun !== undefined) ended(begun, this.name, this.sql);
    return rows;
  }

  get(values: P): O | undefined {
    const begun = beginning();
    const row = this.#native.get(...this.#bind(values)) ?? undefined;
    if (begun !== undefined) ended(begun, this.name, this.sql);
    return row;
  }

  /** Runs a statement that gives no rows; says how many it changed. */
  run(values: P): number {
    const begun = beginning();
    const { changes } = this.#native.run(...this.#bind(values));
    if (begun !== undefined) ended(begun, this.name, this.sql);
    return changes;
  }

  /** Inserts a row into a table whose key is a whole number, and gives that key: RETURNING would take as long again as the insert. */
  insert(values: P): number {
    const begun = beginning();
    const { lastInsertRowid } = this.#native.run(...this.#bind(values));
    if (begun !== undefined) ended(begun, this.name, this.sql);
    return Number(lastInsertRowid);
  }

  /** Frees the statement, which cannot be used again. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    kept--;
    this.#native.finalize();
  }

  #bind(values: P): SQLQueryBindings[] {
    const bound = new Array<SQLQueryBindings>(this.#names.length);
    for (let index = 0; index < bound.length; index++) {
      const name = this.#names[index];
      bound[index] = (name === undefined ? this.#parameters[index] : valueIn(values, name)) as SQLQueryBindings;
    }
    return bound;
  }
}

/**
 * Prepares a query whose values have names and types:
 * `prepare<{ id: string }>()(database, (p) => db.selectFrom('artist').select('name').where('id', '=', p('id')))`.
 */
export function prepare<P extends Values = Record<never, never>>() {
  return <O>(database: Database, build: (parameter: Parameter<P>) => Compilable<O>): Statement<O, P> =>
    new Statement<O, P>(
      database,
      build((name) => parameter(name)),
    );
}

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

/** The connections of a store. */
interface Connections {
  // biome-ignore lint/suspicious/noExplicitAny: tables may be chosen when a statement is built.
  readonly db: Kysely<any>;
  readonly reader: Database;
  readonly writer: Database;
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
    private readonly store: Connections,
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

// Queries that run rarely, as those of accounts, have their values in them, and are prepared for one run.

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
