import { DomainError, type ErrorCode } from '../../errors';

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
    if (this.#users.has(user)) throw later('conflict', 'Another file of yours is being put in.');
    if (this.#users.size >= maximumImports)
      throw later('unavailable', `${maximumImports} files are being put in, which is the most at a time.`);
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

const later = (code: ErrorCode, reason: string): DomainError =>
  new DomainError(code, `${reason} Try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
