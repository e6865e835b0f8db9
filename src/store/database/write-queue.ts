import { busy } from './availability';

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
