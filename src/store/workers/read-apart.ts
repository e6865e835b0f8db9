import type { Database } from 'bun:sqlite';
import { inMemory } from '../../config';
import { Unwanted, type Wish, WorkerQueue } from '../../worker-queue';
import { catalogRevisionQuery } from '../database/catalog-revision';
import { type BoundQuery, boundRows } from '../database/sql';
import type { Standing } from '../files/place';
import type { ReadingAnswer, ReadingTask } from './reading-worker';

/**
 * What somebody waits for, of some milliseconds; what stands beside that, and may be many times as long; and what nobody
 * need wait for, of seconds.
 */
export type Pace = 'awaited' | 'beside' | 'unhurried';

/** What was found apart, and in which revision of the catalog; none where that cannot be told from others. */
export interface FoundApart<F> {
  readonly revision: string | undefined;
  readonly found: F;
}

/** What is read: a store. */
interface Read {
  readonly path: string;
  readonly reader: Database;
  read<T>(work: () => T): T;
  standing(): Standing;
  catalogRevision(): string;
}

/**
 * Other programs have the processors too, and somebody may wait for what is read: a thread gets two thirds of the time of the event
 * loop where they want the same processor, or a third.
 */
const niceness: Readonly<Record<Pace, number>> = { awaited: 2, beside: 5, unhurried: 5 };

/** How often what was read is read again because the catalog changed meanwhile, before it is read here: while an import writes, once in a while. */
const tries = 2;

const readingWorker = (niceness: number) => new WorkerQueue<ReadingTask, ReadingAnswer>('store/workers/reading-worker', niceness);

/** Reads on threads of their own what would hold up whoever else asks. */
export class ReadApart {
  readonly #threads: Readonly<Record<Pace, WorkerQueue<ReadingTask, ReadingAnswer>>> = {
    awaited: readingWorker(niceness.awaited),
    beside: readingWorker(niceness.beside),
    unhurried: readingWorker(niceness.unhurried),
  };

  constructor(private readonly store: Read) {}

  /** Whether there is a file that another connection may read, and the one that was opened stands there. */
  get isPossible(): boolean {
    return this.store.path !== inMemory && this.store.standing() === 'in place';
  }

  waiting(pace: Pace): number {
    return this.#threads[pace].waiting;
  }

  /**
   * The rows of several queries, of one state. In memory they are read at once.
   * @throws {Unwanted} where nobody wants them any more
   */
  async rows(pace: Pace, queries: readonly BoundQuery[], wish?: Wish): Promise<FoundApart<readonly object[][]>> {
    if (!this.isPossible) return this.#rowsHere(queries);
    try {
      const task = { path: this.store.path, revision: catalogRevisionQuery, rows: queries };
      const { revision, rows = [] } = await this.#threads[pace].run(task, wish);
      return { revision, found: rows };
    } catch (error) {
      if (error instanceof Unwanted) throw error;
      // Whatever keeps a second connection from reading, the first may be able to, or says why not.
      return this.#rowsHere(queries);
    }
  }

  /**
   * The keys that a query gives, in its order.
   * @throws {Unwanted} where nobody wants them any more
   * @throws {Error} where they cannot be read apart
   */
  async keys(pace: Pace, query: BoundQuery, wish?: Wish): Promise<FoundApart<Int32Array>> {
    const task = { path: this.store.path, revision: catalogRevisionQuery, keys: query };
    const { revision, keys } = await this.#threads[pace].run(task, wish);
    return { revision, found: keys ?? new Int32Array() };
  }

  /**
   * What is read apart, if it is of the catalog as it stands then: `undefined` where that changes faster, or cannot be read apart.
   * Within the same turn of the event loop nothing else comes between.
   * @throws {Unwanted} where nobody wants it any more
   */
  async current<F>(read: () => Promise<FoundApart<F>>): Promise<F | undefined> {
    try {
      for (let count = 0; count < tries; count++) {
        const { revision, found } = await read();
        if (revision !== undefined && revision === this.store.catalogRevision()) return found;
      }
    } catch (error) {
      if (error instanceof Unwanted) throw error;
      // As above.
    }
    return undefined;
  }

  end(): void {
    for (const thread of Object.values(this.#threads)) thread.end();
  }

  #rowsHere(queries: readonly BoundQuery[]): FoundApart<readonly object[][]> {
    const { store } = this;
    return store.read(() => ({ revision: store.catalogRevision(), found: boundRows(store.reader, queries) }));
  }
}
