import { inMemory } from '../../config';
import { type TaskOptions, Unwanted, WorkerQueue } from '../../worker-queue';
import { type BoundQuery, boundRows, type Connection } from '../database/connection';
import { catalogRevisionQuery } from '../database/revision-cache';
import type { FileStatus } from '../files/file-identity';
import type { ReadingAnswer, ReadingTask } from './reading-worker';

/** Priority of a read: interactive for some milliseconds, normal for somewhat more, background for seconds. */
export type Priority = 'interactive' | 'normal' | 'background';

/** A result from a worker with its catalog revision; none if that is unknown. */
export interface WorkerResult<F> {
  readonly revision: string | undefined;
  readonly found: F;
}

/** Part of the store used here. */
interface Read {
  readonly path: string;
  readonly reader: Connection;
  readonly isAlone: boolean;
  read<T>(work: () => T): T;
  fileStatus(): FileStatus;
  catalogRevision(): string;
}

/**
 * Other programs need the processors too, and someone may wait for the result: a thread gets two thirds, or one third, of the
 * event loop's share.
 */
const niceness: Readonly<Record<Priority, number>> = { interactive: 2, normal: 5, background: 5 };

/** Retries after catalog changes before reading on the event loop; rarely needed, even during an import. */
const tries = 2;

const readingWorker = (niceness: number) => new WorkerQueue<ReadingTask, ReadingAnswer>('store/workers/reading-worker', niceness);

/** Pool of workers for reads that would block the event loop. */
export class ReadPool {
  readonly #threads: Readonly<Record<Priority, WorkerQueue<ReadingTask, ReadingAnswer>>> = {
    interactive: readingWorker(niceness.interactive),
    normal: readingWorker(niceness.normal),
    background: readingWorker(niceness.background),
  };

  constructor(private readonly store: Read) {}

  /** Whether another connection can read the file that was opened. */
  get isPossible(): boolean {
    return this.store.path !== inMemory && !this.store.isAlone && this.store.fileStatus() === 'in place';
  }

  waiting(priority: Priority): number {
    return this.#threads[priority].waiting;
  }

  /**
   * Rows of several queries from one state; read synchronously in memory.
   * @throws {Unwanted} if all clients disconnected
   */
  async rows(priority: Priority, queries: readonly BoundQuery[], wish?: TaskOptions): Promise<WorkerResult<readonly object[][]>> {
    if (!this.isPossible) return this.#rowsHere(queries);
    try {
      const task = { path: this.store.path, revision: catalogRevisionQuery, rows: queries };
      const { revision, rows = [] } = await this.#threads[priority].run(task, wish);
      return { revision, found: rows };
    } catch (error) {
      if (error instanceof Unwanted) throw error;
      // The first connection may still work, or reports the error.
      return this.#rowsHere(queries);
    }
  }

  /**
   * Keys selected by a query, in order.
   * @throws {Unwanted} if all clients disconnected
   * @throws {Error} if no worker can read
   */
  async keys(priority: Priority, query: BoundQuery, wish?: TaskOptions): Promise<WorkerResult<Int32Array>> {
    const task = { path: this.store.path, revision: catalogRevisionQuery, keys: query };
    const { revision, keys } = await this.#threads[priority].run(task, wish);
    return { revision, found: keys ?? new Int32Array() };
  }

  /**
   * A worker's result, if it reflects the current catalog; `undefined` if the catalog changes faster, or no worker can read.
   * Valid for the rest of the event-loop turn.
   * @throws {Unwanted} if all clients disconnected
   */
  async current<F>(read: () => Promise<WorkerResult<F>>): Promise<F | undefined> {
    try {
      for (let count = 0; count < tries; count++) {
        const { revision, found } = await read();
        if (revision !== undefined && revision === this.store.catalogRevision()) return found;
      }
    } catch (error) {
      if (error instanceof Unwanted) throw error;
    }
    return undefined;
  }

  end(): void {
    for (const thread of Object.values(this.#threads)) thread.end();
  }

  #rowsHere(queries: readonly BoundQuery[]): WorkerResult<readonly object[][]> {
    const { store } = this;
    return store.read(() => ({ revision: store.catalogRevision(), found: boundRows(store.reader, queries) }));
  }
}
