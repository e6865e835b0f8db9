import type { ReadingAnswer, ReadingTask } from './reading-worker';

/** Where the worker lies: beside this file, or where the compiler puts it, by its place below `src`. */
const workerAddress = /\$bunfs|~BUN/.test(import.meta.url)
  ? new URL('./database/reading-worker.js', import.meta.url)
  : new URL('./reading-worker.ts', import.meta.url);

/** A thread takes some megabytes, and some 10 ms to begin: it stays for as long as more is likely to come. */
const idleMilliseconds = 60_000;

interface Waiting {
  readonly resolve: (answer: ReadingAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that reads one thing after the other; it begins with the first, and ends when nothing comes for a while. */
export class ReadingThread {
  #worker: Worker | undefined;
  #number = 0;
  #idle: Timer | undefined;
  readonly #waiting = new Map<number, Waiting>();

  /** @throws {Error} where it cannot be read, or the thread ends before */
  read(task: Omit<ReadingTask, 'number'>): Promise<ReadingAnswer> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#begin();
    const number = ++this.#number;
    this.#worker.postMessage({ ...task, number } satisfies ReadingTask);
    return new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
  }

  end(error: Error = new Error('The thread that reads has ended.')): void {
    clearTimeout(this.#idle);
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  #begin(): Worker {
    const worker = new Worker(workerAddress, { smol: true });
    // A command that is through does not wait for it. The types of browsers, that come with those of pages, do not know it.
    (worker as unknown as { unref(): void }).unref();
    worker.onmessage = ({ data: answer }: MessageEvent<ReadingAnswer>) => {
      const waiting = this.#waiting.get(answer.number);
      this.#waiting.delete(answer.number);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.end(), idleMilliseconds).unref();
      if (answer.error === undefined) waiting?.resolve(answer);
      else waiting?.reject(new Error(answer.error));
    };
    worker.onerror = (event) => {
      // Else it would be printed with its source as well.
      event.preventDefault();
      this.end(new Error(event.message.split('\n', 1)[0]));
    };
    return worker;
  }
}
