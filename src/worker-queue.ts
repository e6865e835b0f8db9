import { onWorkerError, startWorker } from './worker';

/** A worker takes some megabytes and 10 ms to start. */
const idleMilliseconds = 60_000;

export interface TaskOptions {
  /** Number of the part within its request: first parts go before second ones. */
  readonly turn?: number;
  /** Whether the result is still needed. */
  readonly isWanted?: () => boolean;
}

export class Unwanted extends Error {}

export type Numbered<Task> = Task & {
  readonly number: number;
  /** Lowers the worker's priority; see `lowerPriority`. */
  readonly niceness: number;
};

/** `error` if the task failed. */
interface Answer {
  readonly number: number;
  readonly error?: string | undefined;
}

interface Waiting<Task, A> extends Required<TaskOptions> {
  readonly task: Numbered<Task>;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: Error) => void;
}

/** Runs tasks one by one in a worker, which starts with the first and stops when idle. */
export class WorkerQueue<Task extends object, A extends Answer> {
  #worker: Worker | undefined;
  #number = 0;
  #idle: Timer | undefined;
  #current: Waiting<Task, A> | undefined;
  readonly #queue: Waiting<Task, A>[] = [];

  /**
   * @param place file below `src`, as for {@link startWorker}
   * @param niceness lowers the priority below the event loop
   */
  constructor(
    private readonly place: string,
    private readonly niceness: number,
  ) {}

  get isStarted(): boolean {
    return this.#worker !== undefined;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * @throws {Unwanted} if no longer needed
   * @throws {Error} if the task fails or the worker ends
   */
  run(task: Task, { turn = 0, isWanted = () => true }: TaskOptions = {}): Promise<A> {
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

  /** One at a time, so that waiting tasks can be dropped. */
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
    // Does not keep the process alive. Browser types lack `unref`.
    (worker as unknown as { unref(): void }).unref();
    worker.onmessage = ({ data: answer }: MessageEvent<A>) => {
      const current = this.#current;
      // From a worker ended meanwhile.
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
