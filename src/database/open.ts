import { constants, Database, type Statement } from 'bun:sqlite';
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { BunSqliteDialect } from 'kysely-bun-sqlite';
import { migrations } from '../../db/migrations';
import { SetupError } from '../errors';
import { migrate, refuseNewer } from './migrate';
import type { Schema } from './schema';

/** The data directory that keeps everything in memory, for a demo or a test. */
export const inMemory = ':memory:';

/** Marks a file as ours (PRAGMA application_id): "Leit" in ASCII. */
const applicationId = 0x4c656974;

/** An import holds the lock for one short batch; a user's write waits that long and not at once fails. */
const busyTimeoutMilliseconds = 10_000;

/** A catalog of a million tracks is some 500 MB; what lies beyond is read in the ordinary way. */
const mappedBytes = 1_073_741_824;

/** The open database. Reads and writes have a connection each, so that a read never waits for a write. */
export interface Store {
  /** The database file, or `:memory:`. */
  readonly path: string;
  /** Builds queries, and runs rare reads; what runs at every request is prepared, and writes run on the writer. */
  readonly db: Kysely<Schema>;
  readonly reader: Database;
  readonly writer: Database;
  /** Runs reads that belong together on one state of the database: that of this turn of the event loop. */
  read<T>(work: () => T): T;
  /** Runs writes in one transaction, taken at once. The work is synchronous: nothing comes between. */
  write<T>(work: () => T): T;
  /** Differs from what it was after any write by any process; what is kept in memory is good for one revision. */
  revision(): string;
  close(): void;
}

/** The database file of a data directory. */
export function databasePath(dataDirectory: string): string {
  return dataDirectory === inMemory ? inMemory : join(dataDirectory, 'leitmotif.db');
}

/**
 * Opens the database of a data directory, makes both where they are missing, and brings the schema up to date.
 * @throws {SetupError} where the directory cannot be used, or where the file is not a database of ours, is damaged, or
 * is newer than this executable. Such a file is not touched.
 */
export function openStore(dataDirectory: string): Store {
  return asSetupError(dataDirectory, () => {
    const { store, version } = inspectAndOpen(dataDirectory);
    try {
      if (version < migrations.length) migrate(store.writer);
      // Reads the schema: what is damaged there shows itself now.
      store.reader.query('SELECT count(*) FROM sqlite_schema').get();
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  });
}

/** {@link openStore} without bringing the schema up to date. */
export function openUnmigrated(dataDirectory: string): Store {
  return asSetupError(dataDirectory, () => inspectAndOpen(dataDirectory).store);
}

function inspectAndOpen(dataDirectory: string): { store: Store; version: number } {
  const path = databasePath(dataDirectory);
  if (dataDirectory === inMemory) return { store: storeOf(path), version: 0 };
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  return { store: storeOf(path), version: inspectFile(path) };
}

function openWriter(path: string): Database {
  const writer = new Database(path, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE);
  writer.run(`PRAGMA busy_timeout = ${busyTimeoutMilliseconds}`);
  const { application_id } = writer.query('PRAGMA application_id').get() as { application_id: number };
  // Written before the file turns to WAL, so that it stands in the file itself from the first moment.
  if (application_id === 0) writer.run(`PRAGMA application_id = ${applicationId}`);
  writer.run('PRAGMA journal_mode = WAL');
  // What was answered is on the disk, also after a power cut.
  writer.run('PRAGMA synchronous = FULL');
  // What a user deletes is gone from the file as well, and not only from the tables.
  writer.run('PRAGMA secure_delete = ON');
  prepareConnection(writer);
  return writer;
}

function openReader(path: string): Database {
  const reader = new Database(path, constants.SQLITE_OPEN_READONLY);
  reader.run(`PRAGMA busy_timeout = ${busyTimeoutMilliseconds}`);
  prepareConnection(reader);
  return reader;
}

function prepareConnection(connection: Database): void {
  connection.run('PRAGMA foreign_keys = ON');
  connection.run('PRAGMA trusted_schema = OFF');
  connection.run('PRAGMA temp_store = MEMORY');
  // Pages are read where the system's cache has them, instead of being copied out of it one call each.
  connection.run(`PRAGMA mmap_size = ${mappedBytes}`);
}

/**
 * Each connection is opened when it is first needed: a server that only reads never opens the one for writing.
 *
 * Reads see one state of the database for a turn of the event loop: taking and leaving it costs as much as reading a
 * record, and a turn of a busy server answers many requests. Whoever asks for the writer ends it at once.
 */
function storeOf(path: string): Store {
  let writer: Database | undefined;
  let reader: Database | undefined;
  let db: Kysely<Schema> | undefined;
  let statements: ReadStatements | undefined;
  let writing: WriteStatements | undefined;
  let isReading = false;
  let revision: string | undefined;
  const beginReading = () => {
    if (isReading) return;
    statements ??= readStatements(store.reader);
    statements.begin.run();
    isReading = true;
    setImmediate(endReading);
  };
  const endReading = () => {
    if (!isReading) return;
    statements?.commit.run();
    isReading = false;
    revision = undefined;
  };
  const store: Store = {
    path,
    get db() {
      db ??= new Kysely<Schema>({ dialect: new BunSqliteDialect({ database: store.reader }) });
      return db;
    },
    get writer() {
      endReading();
      writer ??= openWriter(path);
      return writer;
    },
    get reader() {
      reader ??= path === inMemory ? store.writer : openReader(path);
      return reader;
    },
    read(work) {
      beginReading();
      return work();
    },
    write(work) {
      const { writer } = store;
      // Writes within a write belong to it.
      if (writer.inTransaction) return work();
      writing ??= writeStatements(writer);
      beginSoon(writer, writing.begin);
      try {
        const result = work();
        writing.commit.run();
        return result;
      } catch (error) {
        if (writer.inTransaction) writing.rollback.run();
        throw error;
      }
    },
    revision() {
      beginReading();
      if (revision === undefined) {
        const found = statements?.revision.get();
        revision = `${found?.version}.${found?.changes}`;
      }
      return revision;
    },
    close() {
      endReading();
      for (const statement of Object.values({ ...statements, ...writing })) statement.finalize();
      if (reader !== writer) reader?.close();
      if (writer) optimize(writer);
      writer?.close();
    },
  };
  return store;
}

/** What it would be worth is lost where the file cannot be written, and nothing else. */
function optimize(writer: Database): void {
  try {
    writer.run('PRAGMA optimize');
  } catch (error) {
    if (!/^SQLITE_(READONLY|FULL|IOERR|BUSY)/.test(String((error as { code?: unknown }).code))) throw error;
  }
}

/**
 * Takes the lock for writing, and asks for it every millisecond while another process has it: SQLite by itself waits up
 * to a tenth of a second between two tries, and would miss the moments that an import leaves between its batches.
 */
function beginSoon(writer: Database, begin: Statement): void {
  const giveUpAt = performance.now() + busyTimeoutMilliseconds;
  writer.run('PRAGMA busy_timeout = 0');
  try {
    for (;;) {
      try {
        begin.run();
        return;
      } catch (error) {
        const isBusy = String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
        if (!isBusy || performance.now() > giveUpAt) throw error;
        Bun.sleepSync(1);
      }
    }
  } finally {
    writer.run(`PRAGMA busy_timeout = ${busyTimeoutMilliseconds}`);
  }
}

type WriteStatements = ReturnType<typeof writeStatements>;

const writeStatements = (writer: Database) => ({
  begin: writer.prepare('BEGIN IMMEDIATE'),
  commit: writer.prepare('COMMIT'),
  rollback: writer.prepare('ROLLBACK'),
});

interface ReadStatements {
  readonly begin: Statement;
  readonly commit: Statement;
  readonly revision: Statement<{ version: number; changes: number }, []>;
}

function readStatements(reader: Database): ReadStatements {
  return {
    begin: reader.prepare('BEGIN'),
    commit: reader.prepare('COMMIT'),
    revision: reader.prepare('SELECT data_version AS version, total_changes() AS changes FROM pragma_data_version'),
  };
}

/**
 * Looks at the file's first bytes (https://www.sqlite.org/fileformat.html, section 1.3) without opening it as a
 * database, and says which schema version it has: 0 for one that is yet to be made. Where the last migration still
 * stands in the write-ahead log alone, that is the version before it.
 */
function inspectFile(path: string): number {
  if (!existsSync(path)) return 0;
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return 0;
    const header = Buffer.alloc(100);
    readSync(file, header, 0, 100, 0);
    if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
      throw new SetupError(`${path} is not a database. Move it away, or name another directory with --data.`);
    }
    const id = header.readUInt32BE(68);
    if (id !== applicationId) {
      throw new SetupError(`${path} is a database of another program. Move it away, or name another directory with --data.`);
    }
    const version = header.readUInt32BE(60);
    refuseNewer(version);
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const pages = header.readUInt32BE(28);
    // A write-ahead log may hold pages that the file has yet to get.
    if (size < pages * pageSize && !existsSync(`${path}-wal`)) {
      throw new SetupError(`${path} is damaged: it ends after ${size} of ${pages * pageSize} bytes. Restore it from a backup.`);
    }
    return version;
  } finally {
    closeSync(file);
  }
}

/** One clear line for what the file system and SQLite say when a database cannot be opened. */
function asSetupError<T>(dataDirectory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof SetupError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const path = databasePath(dataDirectory);
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT')) {
      throw new SetupError(`${path} is damaged (${message}). Restore it from a backup.`);
    }
    if (code?.startsWith('SQLITE_BUSY')) throw new SetupError(`${path} is locked by another program.`);
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new SetupError(`${dataDirectory} is not a directory.`);
    throw new SetupError(`${path} cannot be opened: ${message}.`);
  }
}
