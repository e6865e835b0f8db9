import type { Database, Statement } from 'bun:sqlite';
import { AsyncLocalStorage } from 'node:async_hooks';
import { busy } from './availability';

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

/**
 * Retry interval. An import leaves about 5 ms between batches, which a retry every 3 ms hits. Random, so that two writers do not
 * stay in step. A try takes 2 µs.
 */
const retryMilliseconds = { least: 1, most: 3 };

/** Writes behind a longer queue would time out and are refused at once. */
const maximumWaiting = 1_000;

export interface Transaction {
  /** Takes the write lock without waiting; `false` if another program holds it. */
  begin(): boolean;
  commit(): void;
  /** Rolls back because of an error. */
  rollback(error: unknown): void;
}

/**
 * Serializes writes in order of arrival. If the lock is free, the work runs synchronously; otherwise it is retried while the
 * event loop continues.
 */
export class WriteQueue {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `patience` is the lock timeout in milliseconds. */
  constructor(
    private readonly transaction: Transaction,
    private readonly patience: number,
  ) {}

  /**
   * Runs work in a transaction.
   * @throws {DomainError} unavailable if the lock times out
   */
  async write<T>(work: () => T): Promise<T> {
    if (this.#waiting === 0 && this.transaction.begin()) return this.#finish(work);
    if (this.#waiting >= maximumWaiting) throw busy();
    const giveUpAt = performance.now() + this.patience;
    const turn = this.#last.then(() => this.#retry(work, giveUpAt));
    this.#last = turn.catch(() => {});
    this.#waiting++;
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }

  /** Runs work if the lock is free and the queue empty; returns whether it did. */
  tryWrite(work: () => void): boolean {
    if (this.#waiting > 0 || !this.transaction.begin()) return false;
    this.#finish(work);
    return true;
  }

  async #retry<T>(work: () => T, giveUpAt: number): Promise<T> {
    const { least, most } = retryMilliseconds;
    while (!this.transaction.begin()) {
      if (performance.now() > giveUpAt) throw busy();
      await Bun.sleep(least + Math.random() * (most - least));
    }
    return this.#finish(work);
  }

  #finish<T>(work: () => T): T {
    try {
      const result = work();
      this.transaction.commit();
      return result;
    } catch (error) {
      this.transaction.rollback(error);
      throw error;
    }
  }
}

/** Throws if a request may not write any more. */
type Check = () => void;

/** Checks of the request that the running code belongs to, across everything it awaits. */
const checks = new AsyncLocalStorage<Check[]>();

/**
 * Runs the handler of a request. Until it is done, every write of it runs the check first, inside the writing transaction: a
 * right may end while the body arrives or while the write waits for the lock.
 */
export async function withWriteCheck<T>(check: Check, handle: () => T | Promise<T>): Promise<T> {
  const ofRequest = [check];
  try {
    return await checks.run(ofRequest, handle);
  } finally {
    // Background work that the request started, such as an import, has its own checks.
    ofRequest.length = 0;
  }
}

/** Adds a check to the further writes of the running request. Without one, as in a command, there is nothing to check. */
export const checkBeforeWrites = (check: Check): void => void checks.getStore()?.push(check);

/** The check of the running request, for writes that are not in the database, or that run later. */
export function writeCheck(): Check {
  const ofRequest = checks.getStore() ?? [];
  return () => {
    for (const check of ofRequest) check();
  };
}

/** Runs writes that nothing may stop, such as the undo of an interrupted import. */
export const withoutWriteChecks = <T>(work: () => T): T => checks.run([], work);
