import { DomainError } from '../errors';

/** Each waits with a file of 10 MiB at most in memory. */
const maximumWaiting = 8;

const retryAfterSeconds = 5;

/** Lets pictures be decoded one after the other, so that all together take no more memory than one. */
export class Turns {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @throws {DomainError} unavailable, where too many wait */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= maximumWaiting)
      throw new DomainError(
        'unavailable',
        `${maximumWaiting} covers are being read, which is the most at a time. Try again in ${retryAfterSeconds} seconds.`,
        {
          retryAfterSeconds,
        },
      );
    this.#waiting++;
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }
}
