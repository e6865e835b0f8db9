import type { Database, Statement } from 'bun:sqlite';

const rollbacks = new WeakMap<Database, number>();

/** How often a connection has undone what it wrote: keys that were read or made before may be of rows that are gone. */
export const rollbacksOf = (writer: Database): number => rollbacks.get(writer) ?? 0;

export const noteRollback = (writer: Database): void => void rollbacks.set(writer, rollbacksOf(writer) + 1);

/** Work within a transaction that is done whole or not at all. */
export class Savepoint {
  readonly #begin: Statement;
  readonly #keep: Statement;
  readonly #undo: Statement;

  /** @param name a word; savepoints that may stand within each other have different ones */
  constructor(
    private readonly writer: Database,
    name: string,
  ) {
    this.#begin = writer.prepare(`SAVEPOINT ${name}`);
    this.#keep = writer.prepare(`RELEASE ${name}`);
    this.#undo = writer.prepare(`ROLLBACK TO ${name}`);
  }

  /** What the work throws is thrown, once all that it wrote is undone. */
  run<T>(work: () => T): T {
    this.#begin.run();
    try {
      return work();
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#keep.run();
    }
  }

  /** Undoes all that the work wrote, and gives what it gave. */
  undone<T>(work: () => T): T {
    this.#begin.run();
    try {
      return work();
    } finally {
      this.#rollBack();
      this.#keep.run();
    }
  }

  #rollBack(): void {
    this.#undo.run();
    noteRollback(this.writer);
  }

  /** Frees the statements. */
  close(): void {
    for (const statement of [this.#begin, this.#keep, this.#undo]) statement.finalize();
  }
}
