import type { Database } from 'bun:sqlite';
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { latestSchema } from '../../../db/migrations';
import { inMemory } from '../../config';
import { DomainError, SetupError } from '../../errors';
import { accessFault } from '../files/free-bytes';
import { diskFullAt, isFull, patiently, readOnlyDiskAt } from './availability';
import { createDatabase } from './create';
import { inspectFile, inspectOpened, waysBack } from './inspect';
import { migrate, schemaVersion } from './migrate';
import { type Store, storeOf } from './store';

export { inMemory, type Store };

/**
 * How long a command waits while another program writes: longer than any batch of an import, and not so long that a
 * person takes it for dead.
 */
export const commandPatienceMilliseconds = 10_000;

export interface Opening {
  /** Whether a catalog is made where there is none. */
  readonly mayCreate?: boolean;
  /** How long to wait for other programs; as long as a command does, unless it is said. */
  readonly patience?: number;
  /** Whether threads wait for the disk, to move the log into the file and for the log itself: then {@link Store.onDisk} says when it is there. */
  readonly isServed?: boolean;
}

/** The database file of a data directory: where a link leads, since the log stands beside the file itself. */
export function databasePath(dataDirectory: string): string {
  if (dataDirectory === inMemory) return inMemory;
  const path = join(dataDirectory, 'leitmotif.db');
  return existsSync(path) && lstatSync(path).isSymbolicLink() ? realpathSync(path) : path;
}

/**
 * Opens the database of a data directory and brings its schema up to date.
 * @throws {SetupError} where there is none and none may be made, where the directory cannot be used, or where the file is
 * not a database of ours, is damaged, or is newer than this executable. Such a file is not touched.
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

/** Brings the schema up to date, and names the migrations that were missing. */
export function bringUpToDate({ writer }: Store, { patience = commandPatienceMilliseconds }: Opening = {}): string[] {
  return patiently(writer, patience, () => migrate(writer));
}

/**
 * Whether there is a catalog in a data directory.
 * @throws {SetupError} where something else is in its place
 */
export const hasCatalog = (dataDirectory: string): boolean =>
  dataDirectory !== inMemory && asSetupError(dataDirectory, () => inspectFile(databasePath(dataDirectory)));

/**
 * @throws {SetupError} where there is no catalog in a data directory
 */
export function requireCatalog(dataDirectory: string): void {
  if (!hasCatalog(dataDirectory)) throw noCatalog(dataDirectory);
}

const noCatalog = (dataDirectory: string): SetupError =>
  new SetupError(`No catalog in ${dataDirectory}.${dataDirectory === inMemory ? '' : ` ${waysBack(dataDirectory)}`}`);

/** {@link openStore} without bringing the schema up to date. */
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
      // As a backup made by VACUUM is: the writer changes that, while nobody reads yet.
      if (!keepsLog(store.reader)) void store.writer;
    } catch (error) {
      store.close();
      throw error;
    }
    return store;
  });
}

/** A store in memory that begins with the contents of another in memory; what is written to one is not in the other. */
export function copyInMemory(original: Store): Store {
  const opened = { isNew: false, patience: commandPatienceMilliseconds, isServed: false };
  return storeOf(inMemory, { ...opened, contents: original.writer.serialize() });
}

const keepsLog = (reader: Database): boolean =>
  (reader.query('PRAGMA journal_mode').get() as { journal_mode: string }).journal_mode === 'wal';

/** One clear line for what the file system and SQLite say when a database cannot be opened. */
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
