import { onWorkerError, startWorker } from './worker';

/** A worker takes some megabytes, and some 10 ms to start: it stays for as long as more is likely to come. */
const idleMilliseconds = 60_000;

export interface Wish {
  /** How many of the same request come before it: the first of each is read before the second of any. */
  readonly turn?: number;
  /** Whether anybody still wants it when its turn comes. */
  readonly isWanted?: () => boolean;
}

/** Nobody wanted any more what was to be read. */
export class Unwanted extends Error {}

/** A task as its worker gets it. */
export type Numbered<Task> = Task & {
  readonly number: number;
  /** How far the worker lowers its priority: see `giveWay`. */
  readonly niceness: number;
};

/** What a worker posts for a task: of the same number, with `error` where it failed. */
interface Answer {
  readonly number: number;
  readonly error?: string | undefined;
}

interface Waiting<Task, A> extends Required<Wish> {
  readonly task: Numbered<Task>;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: Error) => void;
}

/** A worker that does one task after the other. It starts with the first task, and ends when none comes for a while. */
export class WorkerQueue<Task extends object, A extends Answer> {
  #worker: Worker | undefined;
  #number = 0;
  #idle: Timer | undefined;
  #current: Waiting<Task, A> | undefined;
  readonly #queue: Waiting<Task, A>[] = [];

  /**
   * @param place of the worker's file below `src`, as {@link startWorker} takes it
   * @param niceness how far it gives way to the event loop, which answers everybody else
   */
  constructor(
    private readonly place: string,
    private readonly niceness: number,
  ) {}

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * @throws {Unwanted} where nobody wants it any more
   * @throws {Error} where the task fails, or the worker ends before
   */
  run(task: Task, { turn = 0, isWanted = () => true }: Wish = {}): Promise<A> {
    return new Promise((resolve, reject) => {
      const later = this.#queue.findIndex((one) => one.turn > turn);
      const waiting = { task: { ...task, number: ++this.#number, niceness: this.niceness }, turn, isWanted, resolve, reject };
      this.#queue.splice(later < 0 ? this.#queue.length : later, 0, waiting);
      this.#next();
    });
  }

  end(error: Error = new Error('The worker has ended.')): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = undefined;
    const ended = this.#current ? [this.#current, ...this.#queue] : [...this.#queue];
    this.#current = undefined;
    this.#queue.length = 0;
    for (const { reject } of ended) reject(error);
  }

  /** One at a time is given to the worker: what waits here can still be left. */
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

  #post({ task }: Waiting<Task, A>): void {
    try {
      this.#worker ??= this.#begin();
    } catch (error) {
      this.end(error as Error);
      return;
    }
    this.#worker.postMessage(task);
  }

  #begin(): Worker {
    const worker = startWorker(this.place);
    // A command that is through does not wait for it. The types of browsers, that come with those of pages, do not know it.
    (worker as unknown as { unref(): void }).unref();
    worker.onmessage = ({ data: answer }: MessageEvent<A>) => {
      const current = this.#current;
      // Of a worker that was ended meanwhile.
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
