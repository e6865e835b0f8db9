import type { Database, Statement } from 'bun:sqlite';

const rollbacks = new WeakMap<Database, number>();

/** Number of rollbacks of a connection: keys read or created before one may be invalid. */
export const rollbacksOf = (writer: Database): number => rollbacks.get(writer) ?? 0;

export const noteRollback = (writer: Database): void => void rollbacks.set(writer, rollbacksOf(writer) + 1);

/** Runs work within a transaction atomically. */
export class Savepoint {
  readonly #begin: Statement;
  readonly #keep: Statement;
  readonly #undo: Statement;

  /** @param name a word; nested savepoints need distinct names */
  constructor(
    private readonly writer: Database,
    name: string,
  ) {
    this.#begin = writer.prepare(`SAVEPOINT ${name}`);
    this.#keep = writer.prepare(`RELEASE ${name}`);
    this.#undo = writer.prepare(`ROLLBACK TO ${name}`);
  }

  /** Rolls back and rethrows if the work throws. */
  run<T>(work: () => T): T {
    this.#begin.run();
    try {
      return work();
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#end();
    }
  }

  /** Runs the work, rolls it back and returns its result. */
  undone<T>(work: () => T): T {
    this.#begin.run();
    try {
      return work();
    } finally {
      this.#rollBack();
      this.#end();
    }
  }

  #rollBack(): void {
    if (this.writer.inTransaction) this.#undo.run();
    noteRollback(this.writer);
  }

  /** SQLite itself ends the transaction on some errors, such as a full disk (https://sqlite.org/lang_transaction.html). */
  #end(): void {
    if (this.writer.inTransaction) this.#keep.run();
  }

  /** Frees the statements. */
  close(): void {
    for (const statement of [this.#begin, this.#keep, this.#undo]) statement.finalize();
  }
}
