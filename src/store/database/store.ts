import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { BunSqliteDialect } from 'kysely-bun-sqlite';
import { inMemory } from '../../config';
import { LogOnDisk } from '../files/log-on-disk';
import { Place, type Standing } from '../files/place';
import { ReadApart } from '../workers/read-apart';
import { isBusy, isFull, requireInPlace } from './availability';
import { catalogRevisionFinder } from './catalog-revision';
import { cutOff, openReader, openWriter, type ReadStatements, readStatements, type WriteStatements, writeStatements } from './connections';
import { noteRollback } from './savepoint';
import type { Schema } from './schema';
import { beginning, commit, ended } from './slow-statements';
import { WriteQueue } from './write-queue';

/** The open database. Reads and writes have a connection each, so that a read never waits for a write. */
export interface Store {
  /** The database file, or `:memory:`. */
  readonly path: string;
  /** Whether this opening made the catalog. */
  readonly isNew: boolean;
  /** Builds queries, and runs rare reads; what runs at every request is prepared, and writes run on the writer. */
  readonly db: Kysely<Schema>;
  readonly reader: Database;
  readonly writer: Database;
  /** Runs reads that belong together on one state of the database: that of this turn of the event loop. */
  read<T>(work: () => T): T;
  /**
   * Runs writes in one transaction, as soon as no other program holds the lock: at once where it is free. The work is
   * synchronous, so that nothing comes between, and asks for no transaction itself.
   * @throws {DomainError} unavailable, where the lock is not to be had in time, or where the file is no more at its place
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * Waits until all that was written is on the disk, also after a power cut; `undefined` where it is. Of a database that is
   * served, a write does not wait for that: what it answers does.
   */
  onDisk(): Promise<void> | undefined;
  /** {@link write} for what may as well be done later: says `false` where the lock is not free now. */
  tryWrite(work: () => void): boolean;
  /** Differs from what it was after any write by any process; what is kept in memory is good for one revision. */
  revision(): string;
  /**
   * Differs from what it was after any write to the catalog by any process; what users and tokens do, which is often, does not
   * change it.
   */
  catalogRevision(): string;
  /** Reads what would hold others up on other threads. */
  readonly apart: ReadApart;
  /** Whether the files that were opened still stand as they stood, at their path. */
  standing(): Standing;
  /** Whether the file of the database itself was taken away or replaced: what is moved into it from the log is lost with it. */
  isFileGone(): boolean;
  /** Moves what is in the log into the file itself, and empties the log; says `false` where others use it too much for that. */
  checkpoint(): boolean;
  /** Lets the database go. A log whose index was taken away is left as it is. */
  close(): void;
}

/** Pages of the log, some 64 MB: only where a thread that checkpoints does not keep up does a write do so itself. */
const pagesLeftToThread = 16_000;

/** What a log keeps of the disk once all of it is in the file: as much as it has at most when all is well. */
const keptOfLogBytes = 64 * 1_048_576;

export interface Opened {
  readonly isNew: boolean;
  /** How long a write waits for other programs, and each connection when it is opened; in milliseconds. */
  readonly patience: number;
  /** Whether no write may wait for the disk, neither to move the log into the file nor for the log itself: threads do that. */
  readonly isServed: boolean;
  readonly contents?: Uint8Array;
}

/**
 * Each connection is opened when it is first needed: a server that only reads never opens the one for writing.
 *
 * Reads see one state of the database for a turn of the event loop: taking and leaving it costs as much as reading a
 * record, and a turn of a busy server answers many requests. Whoever asks for the writer ends it at once.
 */
export function storeOf(path: string, { isNew, patience, isServed, contents }: Opened): Store {
  let writer: Database | undefined;
  let reader: Database | undefined;
  let db: Kysely<Schema> | undefined;
  let place: Place | undefined;
  let statements: ReadStatements | undefined;
  let writing: WriteStatements | undefined;
  let apart: ReadApart | undefined;
  const log = isServed && path !== inMemory ? new LogOnDisk(path, () => store.checkpoint()) : undefined;
  let isReading = false;
  let revision: string | undefined;
  let findCatalogRevision: (() => string) | undefined;
  const beginReading = () => {
    if (isReading) return;
    statements ??= readStatements(store.reader, path === inMemory);
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
      // Of a damaged file: whoever read it was told, and what is thrown here would reach nobody.
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
        requireInPlace(store.standing());
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
        // What was read within the write was read as it had been before.
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
  /** What a write that found the disk full left in the log is given back; if that fails, the disk is as full as before. */
  const makeRoom = () => {
    try {
      store.checkpoint();
    } catch {}
  };
  const store: Store = {
    path,
    isNew,
    get db() {
      db ??= new Kysely<Schema>({ dialect: new BunSqliteDialect({ database: store.reader }) });
      return db;
    },
    get apart() {
      apart ??= new ReadApart(store);
      return apart;
    },
    get writer() {
      endReading();
      if (!writer) {
        requireInPlace(store.standing());
        writer = openWriter(path, patience, contents);
        writer.run(`PRAGMA journal_size_limit = ${keptOfLogBytes}`);
        if (isServed) prepareServed(writer);
        log?.open();
        if (place && !place.hasLog) place = new Place(path);
      }
      return writer;
    },
    get reader() {
      if (!reader) {
        reader = path === inMemory ? store.writer : openReader(path, patience);
        if (path !== inMemory) place = new Place(path);
      }
      return reader;
    },
    read(work) {
      beginReading();
      return work();
    },
    write: (work) => queue.write(work),
    onDisk: () => log?.wait(),
    tryWrite: (work) => queue.tryWrite(work),
    revision() {
      beginReading();
      if (revision === undefined) {
        const found = statements?.revision.get();
        revision = String(found?.data_version);
      }
      return revision;
    },
    catalogRevision() {
      findCatalogRevision ??= catalogRevisionFinder(store);
      return findCatalogRevision();
    },
    standing: () => place?.standing() ?? 'in place',
    isFileGone: () => place !== undefined && !place.hasFile,
    checkpoint() {
      requireInPlace(store.standing());
      const logged = path === inMemory ? 0 : (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
      if (logged === 0) return true;
      const { busy } = store.writer.query('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      return busy === 0;
    },
    close() {
      apart?.end();
      log?.close();
      // Bun closes all databases at the end of the process, which would write to the file once more.
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
 * The same store, whose reads run on the connection that writes: within its transaction they see what it did, and the
 * other connection need not catch up with the commit first. Nothing is opened by it, and nothing of what is read is kept: what
 * stands at one moment of a write may be another thing at the next, or be undone.
 */
export function readingOnWriter(store: Store): Store {
  let moment = 0;
  const revision = { value: () => `writing ${++moment}` };
  return Object.create(store, { reader: { get: () => store.writer }, revision, catalogRevision: revision });
}

/** What the log has is whole at any moment, and what of it is answered is waited for by whoever answers it. */
function prepareServed(writer: Database): void {
  writer.run(`PRAGMA wal_autocheckpoint = ${pagesLeftToThread}`);
  writer.run('PRAGMA synchronous = NORMAL');
}

/** What this would be worth is lost where the file cannot be written, and nothing else. */
function finish(writer: Database): void {
  try {
    writer.run('PRAGMA optimize');
    // The next program to open the file, and a copy of it alone, finds everything in it.
    writer.run('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!isBusy(error) && !/^SQLITE_(READONLY|FULL|IOERR)/.test(String((error as { code?: unknown }).code))) throw error;
  }
}
