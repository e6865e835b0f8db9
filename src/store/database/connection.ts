import { Database, type Statement as NativeStatement, type SQLQueryBindings } from 'bun:sqlite';

export type Value = string | number | bigint | Uint8Array | null;

/** Values of a statement by the names that its text gives them: `WHERE id = :id`. */
export type Values = Readonly<Record<string, Value>>;

/** A query compiled by Kysely, whose constants are named `_1`, `_2` … in order. */
export interface ComposedQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/**
 * Statements that a connection keeps; the least recently used is freed beyond it. Clients combine filters freely, and a statement
 * takes about 10 kB.
 */
const maximumStatements = 1_000;

let prepared = 0;

/** Statements prepared and not yet freed in this process. Those of connections left to the garbage collector are not subtracted. */
export const preparedStatements = (): number => prepared;

/** A prepared statement with named values. */
export class Statement<Row> {
  readonly #native: NativeStatement<Row, SQLQueryBindings[]>;

  /** @param constants values that are part of the query */
  constructor(
    connection: Database,
    private readonly sql: string,
    private readonly constants?: Values,
  ) {
    this.#native = connection.prepare(sql);
    prepared++;
  }

  all(values: Values): Row[] {
    const begun = beginning();
    const rows = this.#native.all(this.#bindings(values));
    if (begun !== undefined) ended(begun, this.sql);
    return rows;
  }

  get(values: Values): Row | undefined {
    const begun = beginning();
    const row = this.#native.get(this.#bindings(values)) ?? undefined;
    if (begun !== undefined) ended(begun, this.sql);
    return row;
  }

  run(values: Values): { readonly changes: number; readonly lastInsertRowid: number | bigint } {
    const begun = beginning();
    const changes = this.#native.run(this.#bindings(values));
    if (begun !== undefined) ended(begun, this.sql);
    return changes;
  }

  free(): void {
    prepared--;
    this.#native.finalize();
  }

  #bindings(values: Values): SQLQueryBindings {
    return this.constants ? { ...this.constants, ...values } : values;
  }
}

const none: Values = {};

/** SQL that inserts a row, each value named like its column. */
export const insertText = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join()}) VALUES (${columns.map((column) => `:${column}`).join()})`;

/** SQL that sets columns of the row of a key, each value named like its column. */
export const updateText = (table: string, columns: readonly string[]): string =>
  `UPDATE "${table}" SET ${columns.map((column) => `"${column}" = :${column}`).join()} WHERE key = :key`;

/**
 * A connection whose statements are prepared when first used and kept by their text, which names its values: `all<{ key: number }>(
 * 'SELECT key FROM artist WHERE id = :id', { id })`. A value without a name in the text is ignored; a name without a value throws.
 * A bound LIMIT is written as a sum (`… + 0`): SQLite would use a plain parameter's value for planning and re-plan at each execution.
 * `run` of the base class is for pragmas and scripts.
 */
export class Connection extends Database {
  readonly #statements = new Map<string, Statement<unknown>>();

  /** @param source a path, or the contents of a database */
  constructor(source: string | Uint8Array, access: { readonly readonly?: true; readonly create?: true; readonly readwrite?: true }) {
    // Bun takes contents in place of a path, as its types do not say.
    super(source as string, { ...access, strict: true });
  }

  all<Row = never>(text: string, values = none): Row[] {
    return this.statement<Row>(text).all(values);
  }

  /** First row, if any. */
  get<Row = never>(text: string, values = none): Row | undefined {
    return this.statement<Row>(text).get(values);
  }

  /** Runs a statement without rows; returns the number of changed rows. */
  change(text: string, values = none): number {
    return this.statement(text).run(values).changes;
  }

  /** Inserts a row and returns its integer key: RETURNING would double the time. */
  insert(text: string, values: Values): number {
    return Number(this.statement(text).run(values).lastInsertRowid);
  }

  /** Inserts a row given by columns and returns its integer key. */
  insertRow(table: string, row: Values): number {
    return this.insert(insertText(table, Object.keys(row)), row);
  }

  /** The statement of a text, to be used at once: it may be freed when others are prepared. */
  statement<Row>(text: string): Statement<Row> {
    return this.#find<Row>(text) ?? this.#keep(text, new Statement<Row>(this, text));
  }

  /**
   * The statement of a query that is composed at run time; queries of one `shape` have one text and the same constants. To be
   * used at once.
   */
  composed<Row>(shape: string, compose: () => ComposedQuery): Statement<Row> {
    const found = this.#find<Row>(shape);
    if (found) return found;
    const { sql, parameters } = compose();
    return this.#keep(shape, new Statement<Row>(this, sql, constantsOf(parameters)));
  }

  /** Frees all statements and closes the connection. */
  override close(throwOnError?: boolean): void {
    for (const statement of this.#statements.values()) statement.free();
    this.#statements.clear();
    super.close(throwOnError);
  }

  #find<Row>(name: string): Statement<Row> | undefined {
    const statement = this.#statements.get(name);
    if (!statement) return undefined;
    this.#statements.delete(name);
    this.#statements.set(name, statement);
    // The text decides what its rows are.
    return statement as Statement<Row>;
  }

  #keep<Row>(name: string, statement: Statement<Row>): Statement<Row> {
    this.#statements.set(name, statement as Statement<unknown>);
    const [oldest] = this.#statements;
    if (oldest && this.#statements.size > maximumStatements) {
      this.#statements.delete(oldest[0]);
      oldest[1].free();
    }
    return statement;
  }
}

/** Constants of a composed query by their names. */
export function constantsOf(parameters: readonly unknown[]): Values | undefined {
  if (parameters.length === 0) return undefined;
  return Object.fromEntries(parameters.map((value, index) => [`_${index + 1}`, value as Value]));
}

/** A query with its values, for a worker. */
export interface BoundQuery {
  readonly sql: string;
  readonly values: Values;
}

/** A composed query with its constants and values. */
export const bound = ({ sql, parameters }: ComposedQuery, values: Values = none): BoundQuery => ({
  sql,
  values: { ...constantsOf(parameters), ...values },
});

/** Rows of several queries, in order. */
export const boundRows = (connection: Connection, queries: readonly BoundQuery[]): object[][] =>
  queries.map(({ sql, values }) => connection.all<object>(sql, values));

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
  const text = sql === commit ? {} : { sql: sql.slice(0, shownLength).replace(/\s+/g, ' ') };
  watch.tell({ name: nameOf(sql), milliseconds: Math.round(milliseconds * 10) / 10, ...text });
}

/** Operation and table. */
function nameOf(sql: string): string {
  if (sql === commit) return sql;
  const [verb = 'statement'] = /\b(?:select|insert|update|delete)\b/i.exec(sql) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\b\s*"?(\w+)/i.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}
