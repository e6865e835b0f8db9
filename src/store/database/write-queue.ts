import { busy } from './availability';

/**
 * Between two tries. An import leaves some 5 ms between its batches: who asks at least every 3 ms meets that moment.
 * Random, so that two who ask do not miss it in step. A try takes 2 µs.
 */
const retryMilliseconds = { least: 1, most: 3 };

/** What stands behind that many has no chance to be written in time, and is told so at once. */
const maximumWaiting = 1_000;

/** A transaction of the connection that writes. */
export interface Transaction {
  /** Takes the lock for writing, and says `false` where another program has it: it never waits. */
  begin(): boolean;
  commit(): void;
  /** Undoes what was begun, for this error. */
  rollback(error: unknown): void;
}

/**
 * Gives writes the lock one after another, in the order in which they came. A write that finds it free is done at once,
 * before the call returns; one that does not is tried again, and the event loop goes on in between.
 */
export class WriteQueue {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** `patience` is how long a write waits before it is given up, in milliseconds. */
  constructor(
    private readonly transaction: Transaction,
    private readonly patience: number,
  ) {}

  /**
   * Runs work in a transaction of its own.
   * @throws {DomainError} unavailable, where another program keeps the lock for longer than the patience
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

  /** Runs work if the lock is free and nobody waits for it; says whether it did. */
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
