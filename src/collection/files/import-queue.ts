import { DomainError, type ErrorKind } from '../../errors';
import { type Message, message } from '../../messages/message';

/** Each holds up to 8 MiB and waits no longer than clients do. */
const maximumImports = 5;

const retryAfterSeconds = 5;

/** Runs imports one at a time to bound memory. */
export class ImportQueue {
  readonly #users = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Queues a user's import.
   * @throws {DomainError} conflict, if the user has one already; unavailable, if too many wait
   */
  async take<F, R>(user: number, receive: () => Promise<F>, work: (file: F) => Promise<R>): Promise<R> {
    if (this.#users.has(user)) throw later('conflict', message('file_busy', { seconds: retryAfterSeconds }));
    if (this.#users.size >= maximumImports)
      throw later('unavailable', message('imports_busy', { count: maximumImports, seconds: retryAfterSeconds }));
    this.#users.add(user);
    try {
      const file = await receive();
      const turn = this.#last.then(() => work(file));
      this.#last = turn.catch(() => undefined);
      return await turn;
    } finally {
      this.#users.delete(user);
    }
  }
}

const later = (kind: ErrorKind, problem: Message): DomainError => new DomainError(kind, problem, { retryAfterSeconds });

/** How long others wait at most, plus one step. A transaction costs a tenth of it. */
const sliceMilliseconds = 2;

/** Cuts long work into slices, between which other requests run. */
export class Slices {
  #endsAt = performance.now() + sliceMilliseconds;

  /** Starts a new slice after a pause. */
  begin(): void {
    this.#endsAt = performance.now() + sliceMilliseconds;
  }

  /** Whether it is time to yield. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Yields if it is time. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.begin();
  }

  /** Yields between elements when it is time. */
  async each<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
    for (const one of all) {
      work(one);
      await this.rest();
    }
  }
}
