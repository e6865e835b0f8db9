import { onWorkerError, workerUrl } from '../worker';
import type { ReadingAnswer, ReadingTask } from './reading-worker';

/** A thread takes some megabytes, and some 10 ms to begin: it stays for as long as more is likely to come. */
const idleMilliseconds = 60_000;

/** Who wants what is read. */
export interface Wish {
  /** How many of the same request come before it: the first of each is read before the second of any. */
  readonly turn?: number;
  /** Whether anybody still wants it when its turn comes. */
  readonly isWanted?: () => boolean;
}

/** Nobody wanted any more what was to be read. */
export class Unwanted extends Error {}

interface Waiting extends Required<Wish> {
  readonly task: ReadingTask;
  readonly resolve: (answer: ReadingAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that reads one thing after the other; it begins with the first, and ends when nothing comes for a while. */
export class ReadingThread {
  #worker: Worker | undefined;
  #number = 0;
  #idle: Timer | undefined;
  #current: Waiting | undefined;
  readonly #queue: Waiting[] = [];

  /** @param niceness how far it gives way to the event loop, which answers everybody else */
  constructor(private readonly niceness: number) {}

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * @throws {Unwanted} where nobody wants it any more
   * @throws {Error} where it cannot be read, or the thread ends before
   */
  read(task: Omit<ReadingTask, 'number' | 'niceness'>, { turn = 0, isWanted = () => true }: Wish = {}): Promise<ReadingAnswer> {
    return new Promise((resolve, reject) => {
      const later = this.#queue.findIndex((one) => one.turn > turn);
      const waiting = { task: { ...task, number: ++this.#number, niceness: this.niceness }, turn, isWanted, resolve, reject };
      this.#queue.splice(later < 0 ? this.#queue.length : later, 0, waiting);
      this.#next();
    });
  }

  end(error: Error = new Error('The thread that reads has ended.')): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = undefined;
    const ended = this.#current ? [this.#current, ...this.#queue] : [...this.#queue];
    this.#current = undefined;
    this.#queue.length = 0;
    for (const { reject } of ended) reject(error);
  }

  /** One at a time is given to the thread: what waits here can still be left. */
  #next(): void {
    clearTimeout(this.#idle);
    while (!this.#current) {
      const next = this.#queue.shift();
      if (!next) {
        if (this.#worker) this.#idle = setTimeout(() => this.end(), idleMilliseconds).unref();
        return;
      }
      if (next.isWanted()) this.#current = next;
      else next.reject(new Unwanted('Nobody wants it any more.'));
      if (this.#current) this.#post(this.#current);
    }
  }

  #post({ task }: Waiting): void {
    this.#worker ??= this.#begin();
    this.#worker.postMessage(task);
  }

  #begin(): Worker {
    const worker = new Worker(workerUrl('database/reading-worker'), { smol: true });
    // A command that is through does not wait for it. The types of browsers, that come with those of pages, do not know it.
    (worker as unknown as { unref(): void }).unref();
    worker.onmessage = ({ data: answer }: MessageEvent<ReadingAnswer>) => {
      const current = this.#current;
      // Of a thread that was ended meanwhile.
      if (!current || answer.number !== current.task.number) return;
      this.#current = undefined;
      if (answer.error === undefined) current.resolve(answer);
      else current.reject(new Error(answer.error));
      this.#next();
    };
    onWorkerError(worker, (error) => this.end(new Error(error)));
    return worker;
  }
}
