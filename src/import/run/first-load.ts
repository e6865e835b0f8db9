import type { Database } from 'bun:sqlite';
import { catalog } from '../../catalog';
import { countAnew } from '../../kinds/triggers';
import {
  beginFirstLoad,
  finishFirstLoad,
  isFirstLoadUnfinished,
  isGathering,
  requireNoFirstLoad,
  takeFirstLoad,
} from '../../store/database/first-load';
import type { Store } from '../../store/database/store';
import type { FileLock } from '../../store/files/file-lock';
import { isEmptyCatalog } from '../seed-state';

/** Below this there is little to gain: files of one's own are in the feed from the first record on. */
const leastBytes = 16 * 1_048_576;

/** Numbers of records, and that no record which is there is deleted: what is otherwise written with each row. */
export const countedOfAllRows: readonly string[] = catalog.all.flatMap((kind) => [
  countAnew(kind),
  `DELETE FROM deleted_record WHERE resource_type = '${kind.type}' AND id IN (SELECT id FROM "${kind.table}")`,
]);

export interface Load {
  readonly isRestoring: boolean;
  readonly goesOn: boolean;
  /** What is to be read; `undefined` where nobody knows. */
  readonly bytes: number | undefined;
  readonly leastBytes?: number | undefined;
  readonly isServed: () => boolean;
}

/** The first load of a catalog, while it is under way. No server reads the catalog meanwhile. */
export class FirstLoad {
  private constructor(
    private readonly store: Store,
    private readonly lock: FileLock,
  ) {}

  /**
   * Begins the first load of an empty catalog, or goes on with one that was interrupted; none, where the catalog has records, or
   * a server.
   * @throws {SetupError} where another program fills the catalog
   */
  static async of(store: Store, load: Load): Promise<FirstLoad | undefined> {
    if (isFirstLoadUnfinished(store)) return FirstLoad.#goOn(store, load);
    if (load.goesOn || !isWorth(load) || load.isServed() || !isEmptyCatalog(store)) return undefined;
    const lock = takeFirstLoad(store);
    if (!lock) return undefined;
    await beginFirstLoad(store, { allIndexes: load.isRestoring, beginsFeed: !load.isRestoring, ofAllRows: countedOfAllRows });
    const first = new FirstLoad(store, lock);
    // A server that started meanwhile has found the catalog as it was before.
    if (!load.isServed()) return first;
    await first.finish();
    return undefined;
  }

  /** Only the import that was interrupted finds what it looks for. */
  static async #goOn(store: Store, load: Load): Promise<FirstLoad | undefined> {
    const lock = takeFirstLoad(store);
    if (!lock) requireNoFirstLoad(store);
    if (!lock) return undefined;
    const first = new FirstLoad(store, lock);
    if (load.goesOn) return first;
    await first.finish();
    return undefined;
  }

  /** Whether what the source says of records is put in its place at the end. */
  get gathersMemory(): boolean {
    return isGathering(this.store.writer);
  }

  async finish(): Promise<void> {
    await finishFirstLoad(this.store);
    this.release();
  }

  /** Releases the lock; the next process that opens the catalog finishes the load. */
  release(): void {
    this.lock.release();
  }
}

const isWorth = ({ isRestoring, bytes, leastBytes: least = leastBytes }: Load): boolean =>
  bytes === undefined ? isRestoring : bytes >= least;

/** What an import has room for, so that its memory does not grow with the catalog: kilobytes of pages. */
const cachedKilobytes = 65_536;

/** Pages of the log, some 64 MB: most pages of an import are written many times, and into the file only once they are moved there. */
const loggedPages = 16_000;

/**
 * Has a connection keep so many pages of its own, from now on, instead of mapping the whole file: an import touches all of
 * it, as what SQLite does at the end to know its tables, and what is mapped counts as memory of the process.
 */
export function limitPageCache(writer: Database): void {
  writer.run('PRAGMA mmap_size = 0');
  writer.run(`PRAGMA cache_size = -${cachedKilobytes}`);
  writer.run(`PRAGMA wal_autocheckpoint = ${loggedPages}`);
}

/**
 * Leaves room for what is sorted, of which SQLite holds as much as of pages: an index is made of all rows at once. What was read to be
 * written is let go before.
 */
export function reserveSortMemory(writer: Database): void {
  Bun.gc(true);
  writer.run(`PRAGMA cache_size = -${cachedKilobytes / 2}`);
}

/**
 * Batches are no longer on the disk when they are committed, but when the log is moved into the file, or the next is that waits
 * for the disk. A power cut takes the last of them away, each with the checkpoint that says that it was there: the log is
 * read up to where it is whole, and the same command goes on from there. What a server answers waits for the disk as ever,
 * and for all that the log has before it.
 */
export const relaxDurability = (writer: Database): void => void writer.run('PRAGMA synchronous = NORMAL');

/** How the connection waits for the disk: where it is a server's, a thread does that. */
export const waiting = (writer: Database): number =>
  writer.query<{ synchronous: number }, []>('PRAGMA synchronous').get()?.synchronous ?? 2;

/** Has it wait again as {@link waiting} said that it did. */
export const restoreSynchronousMode = (writer: Database, before: number): void => void writer.run(`PRAGMA synchronous = ${before}`);

/** What is committed is on the disk, and all that was before. */
export const requireDurability = (writer: Database): void => void writer.run('PRAGMA synchronous = FULL');
