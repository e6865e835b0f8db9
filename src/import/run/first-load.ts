import type { Database } from 'bun:sqlite';
import { catalog } from '../../catalog';
import { recount } from '../../kinds/triggers';
import { patiently } from '../../store/database/availability';
import { sortedTitlesOfAllRows } from '../../store/database/derived-rows';
import {
  beginFirstLoad,
  finishFirstLoad,
  isFirstLoadUnfinished,
  isGathering,
  requireNoFirstLoad,
  takeFirstLoad,
  willBeginFeed,
} from '../../store/database/first-load';
import type { Store } from '../../store/database/store';
import { noteRollback } from '../../store/database/transactions';
import type { FileLock } from '../../store/files/file-lock';
import { isEmptyCatalog } from '../seed-state';

/** From this size on, the feed does not list the records of a first load: who follows it starts from an export instead. */
const unlistedBytes = 16 * 1_048_576;

/** Files smaller than this fraction of {@link unlistedBytes} gain little. */
const worthwhileShare = 1 / 16;

/** Record counts, tombstones and sort keys of titles, otherwise maintained per row. */
export const derivedOfAllRows: readonly string[] = [
  ...catalog.all.flatMap((kind) => [
    recount(kind),
    `DELETE FROM deleted_record WHERE resource_type = '${kind.type}' AND id IN (SELECT id FROM "${kind.table}")`,
  ]),
  ...sortedTitlesOfAllRows,
];

export interface Load {
  readonly isRestoring: boolean;
  readonly goesOn: boolean;
  /** Input size; `undefined` if unknown. */
  readonly bytes: number | undefined;
  /** Replaces {@link unlistedBytes}. */
  readonly unlistedBytes?: number | undefined;
  readonly isServed: () => boolean;
}

/**
 * Batches of one transaction: each commit writes all changed pages, and random UUIDs change most pages of an index. A killed load
 * loses at most these.
 */
const batchesAtOnce = 16;

/** A first load in progress. No server reads the catalog meanwhile. */
export class FirstLoad {
  #batches = 0;

  private constructor(
    private readonly store: Store,
    private readonly lock: FileLock,
  ) {
    store.writer.run(`PRAGMA wal_autocheckpoint = ${firstLoggedPages}`);
  }

  /**
   * Begins the first load of an empty catalog, or resumes an interrupted one; `undefined` if the catalog has records or a
   * server.
   * @throws {SetupError} if another program runs a first load
   */
  static async of(store: Store, load: Load): Promise<FirstLoad | undefined> {
    if (isFirstLoadUnfinished(store)) return FirstLoad.#goOn(store, load);
    if (load.goesOn || !isOfSize(load, worthwhileShare) || load.isServed() || !isEmptyCatalog(store)) return undefined;
    const lock = takeFirstLoad(store);
    if (!lock) return undefined;
    const { isRestoring } = load;
    const beginsFeed = !isRestoring && isOfSize(load, 1);
    await beginFirstLoad(store, { allIndexes: isRestoring, beginsFeed, ofAllRows: derivedOfAllRows });
    const first = new FirstLoad(store, lock);
    // A server started meanwhile has seen the unchanged catalog.
    if (!load.isServed()) return first;
    await first.finish();
    return undefined;
  }

  /** Only the interrupted import finds its state. */
  static async #goOn(store: Store, load: Load): Promise<FirstLoad | undefined> {
    const lock = takeFirstLoad(store);
    if (!lock) requireNoFirstLoad(store);
    if (!lock) return undefined;
    const first = new FirstLoad(store, lock);
    if (load.goesOn) return first;
    await first.finish();
    return undefined;
  }

  /** Whether the feed leaves its records out, since it starts afterwards. */
  get isUnlisted(): boolean {
    return willBeginFeed(this.store);
  }

  /** Whether source values are moved to their table at the end. */
  get gathersMemory(): boolean {
    return isGathering(this.store.writer);
  }

  /** Writes a batch in a transaction that stays open for the next ones. */
  async write<T>(work: () => T): Promise<T> {
    const { writer } = this.store;
    if (!writer.inTransaction) patiently(writer, lockMilliseconds, () => writer.run('BEGIN IMMEDIATE'));
    try {
      const result = work();
      if (++this.#batches % batchesAtOnce === 0) this.commit();
      return result;
    } catch (error) {
      if (writer.inTransaction) writer.run('ROLLBACK');
      noteRollback(writer);
      throw error;
    }
  }

  commit(): void {
    if (this.store.writer.inTransaction) this.store.writer.run('COMMIT');
  }

  async finish(): Promise<void> {
    this.commit();
    await finishFirstLoad(this.store);
    this.release();
  }

  /** Releases the lock; the next process that opens the catalog finishes the load. */
  release(): void {
    try {
      this.commit();
    } finally {
      this.lock.release();
    }
  }
}

const isOfSize = ({ isRestoring, bytes, unlistedBytes: unlisted = unlistedBytes }: Load, share: number): boolean =>
  bytes === undefined ? isRestoring : bytes >= unlisted * share;

/** Page cache of an import, in kilobytes, so that memory does not grow with the catalog. */
const cachedKilobytes = 32_768;

/** Pages of the log, about 64 MB: an import rewrites most pages many times before a checkpoint. */
const loggedPages = 16_000;

/** About 1 GB: index pages of UUIDs are rewritten throughout, so that a checkpoint writes most of an index. */
const firstLoggedPages = 256_000;

/** For other commands to finish their writes. */
const lockMilliseconds = 5_000;

/**
 * Limits a connection to a page cache instead of memory-mapping the file: an import, and SQLite's final ANALYZE, touch all of
 * it, and mapped pages count as process memory.
 */
export function limitPageCache(writer: Database): void {
  writer.run('PRAGMA mmap_size = 0');
  writer.run(`PRAGMA cache_size = -${cachedKilobytes}`);
  writer.run(`PRAGMA wal_autocheckpoint = ${loggedPages}`);
}

/**
 * Commits no longer wait for the disk; checkpoints do. A power failure loses the last batches, each together with its own
 * progress record, so the same command resumes before them. A server's responses still wait for the disk.
 * @returns the synchronous mode before
 */
export function relaxDurability(writer: Database): number {
  const { synchronous } = writer.query('PRAGMA synchronous').get() as { synchronous: number };
  writer.run('PRAGMA synchronous = NORMAL');
  return synchronous;
}

/** Makes commits durable, including earlier ones. */
export const requireDurability = (writer: Database): void => void writer.run('PRAGMA synchronous = FULL');
