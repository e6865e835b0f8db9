import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, linkSync, lstatSync, mkdirSync, openSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { latestSchema } from '../../../db/migrations';
import { inMemory } from '../../config';
import { quoted } from '../../config/paths';
import { DomainError, SetupError } from '../../errors';
import { accessFault } from '../files/disk-space';
import { syncFile, syncFolder } from '../files/sync';
import { diskFullAt, isFull, patiently, readOnlyDiskAt } from './availability';
import { applicationId, inspectFile, inspectOpened, waysBack } from './inspect';
import { migrate, schemaVersion } from './migrate';
import { type Store, storeOf } from './store';

export { inMemory, type Store };

/** How long commands wait for another writer: longer than any import batch, but short enough not to look hung. */
export const commandPatienceMilliseconds = 10_000;

export interface Opening {
  /** Whether to create a missing catalog. */
  readonly mayCreate?: boolean;
  /** Busy timeout; that of commands by default. */
  readonly patience?: number;
  /** Whether workers run checkpoints and fsync; {@link Store.onDisk} then tells when data is durable. */
  readonly isServed?: boolean;
}

/** Database path of a data directory, with links resolved, since the log stands beside the real file. */
export function databasePath(dataDirectory: string): string {
  if (dataDirectory === inMemory) return inMemory;
  const path = join(dataDirectory, 'leitmotif.db');
  return existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
}

/**
 * Opens and migrates the database of a data directory.
 * @throws {SetupError} if it is missing and must not be created, if the directory is unusable, or if the file is foreign,
 * damaged or newer than this program. The file is then left untouched.
 */
export function openStore(dataDirectory: string, opening: Opening = {}): Store {
  const store = openUnmigrated(dataDirectory, opening);
  try {
    if (schemaVersion(store.reader) < latestSchema()) bringUpToDate(store, opening);
  } catch (error) {
    store.close();
    throw isFull(error) ? diskFullAt(store.path) : error;
  }
  return store;
}

/** Applies pending migrations and returns their names. */
export function bringUpToDate({ writer }: Store, { patience = commandPatienceMilliseconds }: Opening = {}): string[] {
  return patiently(writer, patience, () => migrate(writer));
}

/**
 * Whether a data directory has a catalog.
 * @throws {SetupError} if something else is in its place
 */
export const hasCatalog = (dataDirectory: string): boolean =>
  dataDirectory !== inMemory && asSetupError(dataDirectory, () => inspectFile(databasePath(dataDirectory)));

/** @throws {SetupError} if a data directory has no catalog */
export function requireCatalog(dataDirectory: string): void {
  if (!hasCatalog(dataDirectory)) throw noCatalog(dataDirectory);
}

function noCatalog(dataDirectory: string): SetupError {
  const data = quoted(dataDirectory);
  const ways = `To create one, run leitmotif serve --data ${data} or leitmotif import FILE --data ${data}. ${waysBack(dataDirectory)}`;
  return new SetupError(`No catalog in ${dataDirectory}.${dataDirectory === inMemory ? '' : ` ${ways}`}`);
}

/** {@link openStore} without migrations. */
export function openUnmigrated(dataDirectory: string, opening: Opening = {}): Store {
  const { mayCreate = false, patience = commandPatienceMilliseconds, isServed = false } = opening;
  const path = databasePath(dataDirectory);
  if (dataDirectory === inMemory) return storeOf(path, { isNew: true, patience, isServed });
  return asSetupError(dataDirectory, () => {
    const isThere = inspectFile(path);
    if (!isThere && !mayCreate) throw noCatalog(dataDirectory);
    const isNew = !isThere && createDatabase(path);
    const store = storeOf(path, { isNew, patience, isServed });
    try {
      inspectOpened(path, store.reader);
      // VACUUM backups are not in WAL mode; the writer changes that before anyone reads.
      if (!keepsLog(store.reader)) void store.writer;
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  });
}

/** A copy of an in-memory store; later writes are independent. */
export function copyInMemory(original: Store): Store {
  const opened = { isNew: false, patience: commandPatienceMilliseconds, isServed: false };
  return storeOf(inMemory, { ...opened, contents: original.writer.serialize() });
}

const keepsLog = (reader: Database): boolean =>
  (reader.query('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode === 'wal';

/** Turns file system and SQLite errors of opening into one clear line. */
function asSetupError<T>(dataDirectory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const path = databasePath(dataDirectory);
    if (isFull(error)) throw diskFullAt(path);
    if (accessFault(path) !== undefined) throw readOnlyDiskAt(path);
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT')) {
      throw new SetupError(`${path} is damaged (${message}). ${waysBack(dataDirectory)}`);
    }
    if (code === 'EEXIST' || code === 'ENOTDIR') throw new SetupError(`${dataDirectory} is not a directory.`);
    throw new SetupError(`${path} cannot be opened: ${message}.`);
  }
}

/**
 * Creates the database of a new catalog and its directory, readable by the owner only; the log inherits the file's mode. Written
 * beside its final path and renamed, so that no partial file is ever seen. Returns `false` if another program was first.
 */
export function createDatabase(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.new`;
  rmSync(unfinished, { force: true });
  try {
    closeSync(openSync(unfinished, 'wx', 0o600));
    fill(unfinished);
    syncFile(unfinished);
    if (!putInPlace(unfinished, path)) return false;
    syncFolder(dirname(path));
    return true;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function fill(path: string): void {
  const database = new Database(path, constants.SQLITE_OPEN_READWRITE);
  try {
    // It is not used before it is complete.
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('PRAGMA synchronous = OFF');
    database.run(`PRAGMA application_id = ${applicationId}`);
    migrate(database);
    database.run('PRAGMA journal_mode = WAL');
  } finally {
    database.close(true);
  }
}

/** Never replaces an existing file. */
function putInPlace(unfinished: string, path: string): boolean {
  try {
    linkSync(unfinished, path);
  } catch {
    // It exists by now, or the file system has no links.
    if (existsSync(path)) return false;
    renameSync(unfinished, path);
  }
  return true;
}
