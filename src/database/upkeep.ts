import { isBusy } from './availability';
import type { Store } from './store';

/** The file lags behind its log by so much: what a plain copy of the file lacks at most. */
const intervalMilliseconds = 2_000;

/** Where the worker lies: beside this file, or where the compiler puts it, by its place below `src`. */
const workerAddress = /\$bunfs|~BUN/.test(import.meta.url)
  ? new URL('./database/checkpoint-worker.js', import.meta.url)
  : new URL('./checkpoint-worker.ts', import.meta.url);

/**
 * Looks after the file of a database that is served: every other second, after any write by any process, a thread moves
 * what is in the log into the file. A file that is no more at its place is said in the log, once.
 */
export class Upkeep {
  readonly #timer: Timer;
  #wasInPlace = true;
  #hasFailed = false;
  /** The revision of the database that is wholly in the file. */
  #settled: string;
  #worker: Worker | undefined;

  constructor(
    private readonly store: Store,
    private readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#settled = store.checkpoint() ? store.revision() : '';
    this.#timer = setInterval(() => this.#look(), intervalMilliseconds);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#worker?.terminate();
  }

  #look(): void {
    const isInPlace = this.store.isInPlace();
    if (isInPlace !== this.#wasInPlace)
      this.log(isInPlace ? 'database back in its place' : 'database not in its place', { path: this.store.path });
    this.#wasInPlace = isInPlace;
    const revision = this.#revision();
    if (isInPlace && revision !== undefined && revision !== this.#settled && !this.#worker) this.#checkpoint(revision);
  }

  #revision(): string | undefined {
    try {
      return this.store.revision();
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  #checkpoint(revision: string): void {
    const worker = new Worker(workerAddress, { smol: true });
    const end = () => {
      worker.terminate();
      this.#worker = undefined;
    };
    worker.onmessage = ({ data: isDone }: MessageEvent<boolean>) => {
      if (isDone) this.#settled = revision;
      this.#hasFailed = false;
      end();
    };
    worker.onerror = ({ message }) => {
      if (!this.#hasFailed) this.log('checkpoint failed', { path: this.store.path, error: message });
      this.#hasFailed = true;
      end();
    };
    worker.postMessage(this.store.path);
    this.#worker = worker;
  }
}
