import type { Database, Statement } from 'bun:sqlite';
import { RecordError } from './record';

/** Work within a transaction that is done whole or not at all. */
export class Savepoint {
  readonly #begin: Statement;
  readonly #keep: Statement;
  readonly #undo: Statement;

  /** @param name a word; savepoints that may stand within each other have different ones */
  constructor(writer: Database, name: string) {
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
      this.#undo.run();
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
      this.#undo.run();
      this.#keep.run();
    }
  }

  /** Frees the statements. */
  close(): void {
    for (const statement of [this.#begin, this.#keep, this.#undo]) statement.finalize();
  }
}

/** Why a record cannot be taken, where that lies in the record: the schema has rules of its own. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof RecordError) return error.message;
  const { code, message } = error as { code?: unknown; message?: string };
  return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)/.test(String(code)) ? `The catalog does not take it: ${message}.` : undefined;
}
