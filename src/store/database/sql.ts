import type { Database, Statement as NativeStatement, SQLQueryBindings } from 'bun:sqlite';
import { type Compilable, type CompiledQuery, type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

export type Value = string | number | bigint | Uint8Array | null;

export type Values = Readonly<Record<string, Value>>;

/** Placeholder for a value bound at execution. */
export type Parameter<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>;

class Slot {
  constructor(readonly name: string) {}
}

/** Placeholder for the value of a name. */
export function parameter<V>(name: string): RawBuilder<V> {
  return sql`${sql.val(new Slot(name))}`;
}

interface Compiled {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
}

/** Query text with values in order, for a worker that prepares it itself. */
export interface BoundQuery {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Keys supplied by another query as a JSON array, and the positions they are bound to. */
  readonly among?: { readonly found: BoundQuery; readonly at: readonly number[] };
}

export function bound(query: Compiled, values: Values = {}): BoundQuery {
  const { sql, parameters } = query.compile();
  return { sql, values: parameters.map((one) => (one instanceof Slot ? valueIn(values, one.name) : (one as Value))) };
}

/** A query whose keys come from another query. */
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

/** A query given as text that names its values: `… WHERE id = :id`. A colon in JSON text follows a quotation mark. */
export function namedQuery(text: string): Compiled {
  const slots: Slot[] = [];
  const sql = text.replace(/(?<!"):([a-zA-Z]\w*)/g, (_, name) => `?${slots.push(new Slot(name))}`);
  return { compile: () => ({ sql, parameters: slots }) };
}

/** SQL that inserts a row, each value named like its column. */
export const insertText = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()}) VALUES (${columns.map((column) => `:${column}`).join()})`;

/** SQL that sets columns of the row of a key, each value named like its column. */
export const updateText = (table: string, columns: readonly string[]): string =>
  `UPDATE "${table}" SET ${columns.map((column) => `"${column}" = :${column}`).join()} WHERE key = :key`;

let kept = 0;

/** Statements prepared and not yet freed in this process. Garbage-collected ones are not subtracted. */
export const preparedStatements = (): number => kept;

/**
 * A query compiled once and kept as a prepared statement. Building a query with Kysely takes many times as long as running it,
 * so hot paths use these.
 */
export class Statement<O, P extends Values = Values> {
  readonly sql: string;
  readonly #native: NativeStatement<O, SQLQueryBindings[]>;
  /** Bindings in order: constants, and names of values bound at execution. */
  readonly #parameters: readonly unknown[];
  readonly #names: readonly (string | undefined)[];
  #isClosed = false;

  constructor(database: Database, query: Compiled) {
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
    if (begun !== undefined) ended(begun, this.sql);
    return rows;
  }

  get(values: P): O | undefined {
    const begun = beginning();
    const row = this.#native.get(...this.#bind(values)) ?? undefined;
    if (begun !== undefined) ended(begun, this.sql);
    return row;
  }

  /** Runs a statement without rows; returns the number of changes. */
  run(values: P): number {
    const begun = beginning();
    const { changes } = this.#native.run(...this.#bind(values));
    if (begun !== undefined) ended(begun, this.sql);
    return changes;
  }

  /** Inserts a row with an integer key and returns it: RETURNING would double the time. */
  insert(values: P): number {
    const begun = beginning();
    const { lastInsertRowid } = this.#native.run(...this.#bind(values));
    if (begun !== undefined) ended(begun, this.sql);
    return Number(lastInsertRowid);
  }

  /** Frees the statement. */
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
 * Prepares a query with typed named values: `prepare<{ id: string }>()(database, (p) =>
 * db.selectFrom('artist').select('name').where('id', '=', p('id')))`.
 */
export function prepare<P extends Values = Record<never, never>>() {
  return <O>(database: Database, build: (parameter: Parameter<P>) => Compilable<O>): Statement<O, P> =>
    new Statement<O, P>(
      database,
      build((name) => parameter(name)),
    );
}

/**
 * Rows of several queries, in order.
 * @param keysOf keys to search among, as a JSON array
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

/** Keys selected by a query, as a JSON array. */
export function keysAmong(database: Database, { sql, values }: BoundQuery): string {
  const all = database.query<{ keys: string }, SQLQueryBindings[]>(`SELECT json_group_array(key) AS keys FROM (${sql})`);
  return all.get(...(values as SQLQueryBindings[]))?.keys ?? '[]';
}

/** Source of a statement: a Kysely query or a Kysely template. */
interface Query<O> {
  compile(executor: QueryExecutorProvider): CompiledQuery<O>;
}

// biome-ignore lint/suspicious/noExplicitAny: columns may be chosen at run time, and the schema itself checks them.
type Db = Kysely<any>;

const numbers = new WeakMap<object, number>();
let numbered = 0;

/** Tells queries, functions and kinds apart. */
function numberOf(one: object): number {
  const number = numbers.get(one) ?? ++numbered;
  numbers.set(one, number);
  return number;
}

interface Options {
  /** Connection to run on. */
  readonly on?: 'reader' | 'writer';
  /** Limit; the least recently used statement is freed beyond it. A statement takes about 10 kB. */
  readonly most?: number;
}

interface Connections {
  readonly db: Db;
  readonly reader: Database;
  readonly writer: Database;
}

/**
 * Prepared statements, built when first used and kept by what they are built from. A bound LIMIT is written as a sum (`… + 0`):
 * SQLite would use a plain parameter's value for planning and re-plan at each execution.
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

  /** Statement of a text that names its values: `SELECT key FROM artist WHERE id = :id`. */
  text<O = never>(text: string): Statement<O> {
    return (this.#find(text) ?? this.#keep(text, namedQuery(text))) as Statement<O, Values>;
  }

  /** Statement of a query, or of what a function builds from these parts, all of them declared once in the process. */
  of<O>(query: Query<O> | ((db: Db) => Query<O>)): Statement<O>;
  of<O, A extends object | string>(build: (one: A, db: Db) => Query<O>, one: A): Statement<O>;
  of<O, A extends object | string, B extends object | string>(
    build: (one: A, other: B, db: Db) => Query<O>,
    one: A,
    other: B,
  ): Statement<O>;
  of(build: Query<unknown> | ((...parts: never[]) => Query<unknown>), ...parts: never[]): Statement<unknown> {
    const key = [build, ...parts].map((part) => (typeof part === 'string' ? part : numberOf(part))).join(' ');
    const query = (db: Db) => (typeof build === 'function' ? build(...parts, db as never) : build);
    return this.#find(key) ?? this.#keep(key, this.#compiled(query));
  }

  /** Statement for what a request selects, by resource, filters, order and search: requests of one shape share it. */
  ofShape<O = never>(shape: string, build: (db: Db) => Query<unknown>): Statement<O> {
    return (this.#find(shape) ?? this.#keep(shape, this.#compiled(build))) as Statement<O, Values>;
  }

  #find(key: string): Statement<unknown> | undefined {
    const statement = this.#kept.get(key);
    if (statement && this.#most !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, statement);
    }
    return statement;
  }

  #compiled(build: (db: Db) => Query<unknown>): Compiled {
    return { compile: () => build(this.store.db).compile(this.store.db) };
  }

  #keep(key: string, query: Compiled): Statement<unknown> {
    const statement = new Statement<unknown>(this.store[this.#connection], query);
    this.#kept.set(key, statement);
    this.#letGo();
    return statement;
  }

  #letGo(): void {
    if (this.#most === undefined || this.#kept.size <= this.#most) return;
    const [oldest] = this.#kept;
    if (!oldest) return;
    this.#kept.delete(oldest[0]);
    oldest[1].close();
  }

  /** Frees all statements. */
  close(): void {
    for (const statement of this.#kept.values()) statement.close();
    this.#kept.clear();
  }
}

// Rarely used queries, such as those of accounts: compiled with their values for a single run.

export function all<O>(database: Database, query: Compilable<O>): O[] {
  return using(new Statement<O>(database, query), (statement) => statement.all({}));
}

/** First row of a query, if any. */
export function first<O>(database: Database, query: Compilable<O>): O | undefined {
  return using(new Statement<O>(database, query), (statement) => statement.get({}));
}

/** Runs a query without rows; returns the number of changes. */
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

export interface SlowStatement {
  readonly name: string;
  readonly milliseconds: number;
  /** Its text without values, truncated if long. */
  readonly sql?: string;
}

interface Watch {
  readonly fromMilliseconds: number;
  readonly commitFromMilliseconds: number;
  readonly tell: (slow: SlowStatement) => void;
}

let watch: Watch | undefined;

/** The end of a write, which waits for the disk. */
export const commit = 'commit';

/** Length that distinguishes statements. */
const shownLength = 300;

/** Reports all slow statements of the process from now on; `undefined` turns it off. */
export function watchSlowStatements(watched: Watch | undefined): void {
  watch = watched;
}

/** Start time by a monotonic clock; `undefined`, at no cost, if nothing is watched. */
export const beginning = (): number | undefined => (watch === undefined ? undefined : performance.now());

/** Records the end of a statement. */
export function ended(begun: number, sql: string): void {
  const milliseconds = performance.now() - begun;
  if (!watch || milliseconds < (sql === commit ? watch.commitFromMilliseconds : watch.fromMilliseconds)) return;
  const shown = sql === commit ? {} : { sql: sql.slice(0, shownLength).replace(/\s+/g, ' ') };
  watch.tell({ name: nameOf(sql), milliseconds: Math.round(milliseconds * 10) / 10, ...shown });
}

/** Operation and table. */
function nameOf(sql: string): string {
  if (sql === commit) return sql;
  const [verb = 'statement'] = /\b(?:select|insert|update|delete)\b/i.exec(sql) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\b\s*"?(\w+)/i.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
