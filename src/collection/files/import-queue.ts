import { DomainError, type ErrorKind } from '../../errors';
import { type Message, message } from '../../messages/message';

/** Each holds up to 8 MiB and waits no longer than clients do. */
const maximumImports = 5;

/** Uploads may take an hour. Each holds up to 8 MiB and has a user of its own. */
const maximumUploads = 32;

const retryAfterSeconds = 5;

/** Runs imports one at a time to bound memory. */
export class ImportQueue {
  /** Users who are uploading, waiting or importing. */
  readonly #users = new Set<number>();
  #imports = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Receives a user's file, then queues its import: a slow upload takes no place in the queue.
   * @throws {DomainError} conflict, if the user has one already; unavailable, if there are too many
   */
  async take<F, R>(user: number, receive: () => Promise<F>, work: (file: F) => Promise<R>): Promise<R> {
    if (this.#users.has(user)) throw later('conflict', message('file_busy', { seconds: retryAfterSeconds }));
    if (this.#users.size >= maximumUploads) throw tooMany(maximumUploads);
    this.#users.add(user);
    try {
      return await this.#queue(await receive(), work);
    } finally {
      this.#users.delete(user);
    }
  }

  async #queue<F, R>(file: F, work: (file: F) => Promise<R>): Promise<R> {
    if (this.#imports >= maximumImports) throw tooMany(maximumImports);
    this.#imports++;
    try {
      const turn = this.#last.then(() => work(file));
      this.#last = turn.catch(() => undefined);
      return await turn;
    } finally {
      this.#imports--;
    }
  }
}

const tooMany = (count: number): DomainError => later('unavailable', message('imports_busy', { count, seconds: retryAfterSeconds }));

const later = (kind: ErrorKind, problem: Message): DomainError => new DomainError(kind, problem, { retryAfterSeconds });
