import { DomainError, type ErrorKind } from '../../errors';
import { type Message, message } from '../../messages/message';

/** Each holds a file of 8 MiB at most, and waits for those before it: no longer than a client does. */
const maximumImports = 5;

const retryAfterSeconds = 5;

/** Lets imports work one after the other, so that all together take no more memory than one, short of their files. */
export class Turns {
  readonly #users = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Receives a user's file, and works on it when it is its turn.
   * @throws {DomainError} a conflict, where the user has an import already; unavailable, where too many wait
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

/** What somebody else waits for at most, with what one step more than that may take. A transaction for each takes a tenth of it. */
const sliceMilliseconds = 2;

/** Parts long work, so that the requests of others are answered between its slices. */
export class Slices {
  #endsAt = performance.now() + sliceMilliseconds;

  /** Begins a slice anew: what was to be done in it has waited. */
  begin(): void {
    this.#endsAt = performance.now() + sliceMilliseconds;
  }

  /** Whether it is the others' turn. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Lets the others have their turn, where it is theirs. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.begin();
  }

  /** Does the work for each one, with a rest wherever it is time. */
  async each<T>(all: Iterable<T>, work: (one: T) => void): Promise<void> {
    for (const one of all) {
      work(one);
      await this.rest();
    }
  }
}
