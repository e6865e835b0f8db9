import { statSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { inMemory } from '../../config';
import { FileIdentity, type FileStatus } from '../files/file-identity';
import { LogOnDisk } from '../files/sync';
import { ReadPool } from '../workers/read-pool';
import { displaced, isBusy, isFull } from './availability';
import { beginning, type Connection, commit, ended } from './connection';
import { cutOff, openReader, openWriter, type ReadStatements, readStatements, type WriteStatements, writeStatements } from './connections';
import { catalogRevisionFinder } from './revision-cache';
import type { Schema } from './schema.gen';
import { kyselyOf } from './sql';
import { noteRollback, WriteQueue, writeCheck } from './transactions';

/** The open database, with separate connections for reads and writes, so that reads never wait for writes. */
export interface Store {
  /** Database path, or `:memory:`. */
  readonly path: string;
  /** Whether this opening created the catalog. */
  readonly isNew: boolean;
  /** Kysely on the reader, for queries composed at run time and for rare reads. */
  readonly db: Kysely<Schema>;
  readonly reader: Connection;
  readonly writer: Connection;
  /** Whether the disk had no room for the log's index: reads use the writer, and nobody else can open the file. */
  readonly isAlone: boolean;
  /** Runs reads on one consistent state, that of this event-loop turn. */
  read<T>(work: () => T): T;
  /**
   * Runs synchronous writes in one transaction, immediately if the lock is free, otherwise once it is. Must not be nested. First
   * checks in the transaction whether the request may still write.
   * @throws {DomainError} unavailable if the lock times out or the file was moved
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Resolves once all writes are durable; `undefined` if they are. While serving, writes do not wait for the disk; their
   * responses do.
   */
  onDisk(): Promise<void> | undefined;
  /** Low-priority {@link write}: returns `false` if the lock is not free. */
  tryWrite(work: () => void): boolean;
  /** Changes after any write by any process; caches are valid for one revision. */
  revision(): string;
  /** Changes after any catalog write by any process, but not with the frequent writes of users and tokens. */
  catalogRevision(): string;
  /** Runs long reads in workers. */
  readonly readPool: ReadPool;
  /** Whether the opened files are still at their path. */
  fileStatus(): FileStatus;
  /**
   * Refuses to go on with files that another program moved or replaced.
   * @throws {DomainError} unavailable
   */
  requireInPlace(): void;
  /** Whether the database file was deleted or replaced; checkpoints into it would be lost. */
  isFileGone(): boolean;
  /** Runs a checkpoint and truncates the log; returns `false` if readers prevent it. */
  checkpoint(): boolean;
  /** Closes the database. A log whose index was removed is left untouched. */
  close(): void;
}

/** Pages of the log, about 64 MB, before a write runs a checkpoint itself because the worker falls behind. */
const pagesLeftToThread = 16_000;

/** Disk space that the log keeps after a checkpoint: its normal maximum. */
const keptOfLogBytes = 64 * 1_048_576;

export interface Opened {
  readonly isNew: boolean;
  /** Busy timeout for writes and for opening, in milliseconds. */
  readonly patience: number;
  /** Whether workers run checkpoints and fsync, so that writes never wait for the disk. */
  readonly isServed: boolean;
  readonly contents?: Uint8Array;
}

/**
 * Connections open lazily: a read-only server never opens the writer. Reads share one snapshot per event-loop turn, since taking
 * one costs as much as reading a record and a busy turn answers many requests. Requesting the writer releases the snapshot.
 */
export function storeOf(path: string, { isNew, patience, isServed, contents }: Opened): Store {
  let writer: Connection | undefined;
  let reader: Connection | undefined;
  let db: Kysely<Schema> | undefined;
  let place: FileIdentity | undefined;
  let statements: ReadStatements | undefined;
  let writing: WriteStatements | undefined;
  let readPool: ReadPool | undefined;
  const log = isServed && path !== inMemory ? new LogOnDisk(path, () => store.checkpoint()) : undefined;
  let [isAlone, isReading] = [false, false];
  let revision: string | undefined;
  let findCatalogRevision: (() => string) | undefined;
  const beginReading = () => {
    if (isReading) return;
    statements ??= readStatements(store.reader, reader === writer);
    // On the only connection, a read within a write is part of its transaction.
    if (reader === writer && store.reader.inTransaction) return;
    statements.begin.run();
    isReading = true;
    setImmediate(endReading);
  };
  const endReading = () => {
    if (!isReading) return;
    isReading = false;
    revision = undefined;
    try {
      statements?.commit.run();
    } catch {
      // The reader of a damaged file already got the error; one thrown here would reach nobody.
      abandonReading();
    }
  };
  const abandonReading = () => {
    try {
      if (reader?.inTransaction) reader.run('ROLLBACK');
    } catch {}
  };
  const queue = new WriteQueue(
    {
      begin() {
        store.requireInPlace();
        writing ??= writeStatements(store.writer);
        endReading();
        try {
          writing.begin.run();
          return true;
        } catch (error) {
          if (isBusy(error)) return false;
          throw error;
        }
      },
      commit() {
        const begun = beginning();
        writing?.commit.run();
        if (begun !== undefined) ended(begun, commit);
        log?.committed();
        // Reads within the write saw the state before it.
        endReading();
      },
      rollback(error) {
        if (writer?.inTransaction) writing?.rollback.run();
        if (writer) noteRollback(writer);
        if (isFull(error)) makeRoom();
      },
    },
    patience,
  );
  /** Frees what a failed write left in the log; if that fails too, nothing has got worse. */
  const makeRoom = () => {
    try {
      store.checkpoint();
    } catch {}
  };
  const openFirst = (): Connection => {
    try {
      return openReader(path, patience);
    } catch (error) {
      if (!isServed || !isFull(error)) throw error;
      isAlone = true;
      return store.writer;
    }
  };
  const store: Store = {
    path,
    isNew,
    get isAlone() {
      return isAlone;
    },
    get db() {
      db ??= kyselyOf(store.reader);
      return db;
    },
    get readPool() {
      readPool ??= new ReadPool(store);
      return readPool;
    },
    get writer() {
      endReading();
      if (!writer) {
        store.requireInPlace();
        writer = openWriter(path, patience, contents, isAlone);
        writer.run(`PRAGMA journal_size_limit = ${keptOfLogBytes}`);
        if (isServed) prepareServed(writer);
        log?.open();
        if (place && !place.hasLog) place = new FileIdentity(path);
      }
      return writer;
    },
    get reader() {
      if (!reader) {
        reader = path === inMemory ? store.writer : openFirst();
        if (path !== inMemory) place = new FileIdentity(path);
      }
      return reader;
    },
    read(work) {
      beginReading();
      return work();
    },
    write(work) {
      const check = writeCheck();
      return queue.write(() => {
        check();
        return work();
      });
    },
    onDisk: () => log?.wait(),
    tryWrite: (work) => queue.tryWrite(work),
    revision() {
      beginReading();
      const find = () => String(statements?.revision.get()?.data_version);
      if (!isReading) return find();
      revision ??= find();
      return revision;
    },
    catalogRevision() {
      findCatalogRevision ??= catalogRevisionFinder(store);
      return findCatalogRevision();
    },
    fileStatus: () => place?.standing() ?? 'in place',
    requireInPlace() {
      if (store.fileStatus() !== 'in place') throw displaced();
    },
    isFileGone: () => place !== undefined && !place.hasFile,
    checkpoint() {
      store.requireInPlace();
      const logged = path === inMemory ? 0 : (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
      if (logged === 0) return true;
      const { busy } = store.writer.query('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      return busy === 0;
    },
    close() {
      readPool?.end();
      log?.close();
      // Bun closes all databases at process exit, which would write to the file again.
      if (place && !place.mayClose()) return writer && cutOff(writer);
      endReading();
      for (const statement of Object.values({ ...statements, ...writing })) statement.finalize();
      if (reader !== writer) reader?.close();
      if (writer) finish(writer);
      writer?.close();
    },
  };
  return store;
}

/**
 * The same store reading on the writer, so that a transaction sees its own changes. Nothing is cached, since the state may
 * change or be rolled back.
 */
export function readingOnWriter(store: Store): Store {
  let moment = 0;
  const revision = { value: () => `writing ${++moment}` };
  return Object.create(store, { reader: { get: () => store.writer }, revision, catalogRevision: revision });
}

/** The log is consistent at any time; responses wait for durability. */
function prepareServed(writer: Connection): void {
  writer.run(`PRAGMA wal_autocheckpoint = ${pagesLeftToThread}`);
  writer.run('PRAGMA synchronous = NORMAL');
}

/** Only an optimization is lost if the file cannot be written. */
function finish(writer: Connection): void {
  try {
    writer.run('PRAGMA optimize');
    // Leaves everything in the database file for the next program, or for a plain copy.
    writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error) && !/^SQLITE_(READONLY|FULL|IOERR)/.test(String((error as { code?: unknown }).code))) throw error;
  }
}
