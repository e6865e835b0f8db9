import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inMemory } from '../../config';
import { SetupError } from '../../errors';
import { isBusy } from '../database/availability';
import { databasePath, type Store } from '../database/open';

/** Probing a lock ({@link isFileLocked}) holds it for less than a millisecond. */
const lookedAtMilliseconds = 100;

/** A lock held until it is released or the process ends. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a dedicated file, created if missing; `undefined` if another program holds the lock. Uses SQLite's operating-system
 * lock, which ends with the process and leaves nothing stale.
 * @param patience timeout in milliseconds
 */
export function takeFileLock(path: string, patience = lookedAtMilliseconds): FileLock | undefined {
  // Readable by the owner only: whoever can open the file can hold the lock.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const file = new Database(path);
  try {
    file.run(`PRAGMA busy_timeout = ${patience}`);
    // A full disk has no room for a journal.
    file.run('PRAGMA journal_mode = MEMORY');
    file.run('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    return undefined;
  }
  return {
    release() {
      file.run('ROLLBACK');
      file.close();
    },
  };
}

/** Whether this or another process holds the lock of a file. */
export function isFileLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = new Database(path, constants.SQLITE_OPEN_READWRITE);
  try {
    file.run('PRAGMA busy_timeout = 0');
    file.query('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return true;
  } finally {
    file.close();
  }
}

/**
 * Locks a data directory for a server, or for work that must not run beside one.
 * @throws {SetupError} if a server holds it
 */
export function lockForServer(dataDirectory: string): FileLock {
  const lock = take(dataDirectory, 'server');
  if (lock) return lock;
  throw new SetupError(`Another leitmotif server uses ${dataDirectory}. Stop it first, or set another directory with --data.`);
}

/** Lock for writing a user's collection file; `undefined` if another command holds it. */
export const lockForFile = (dataDirectory: string): FileLock | undefined => take(dataDirectory, 'file', 0);

const take = (dataDirectory: string, name: LockName, patience?: number): FileLock | undefined =>
  dataDirectory === inMemory ? { release() {} } : takeFileLock(lockPath(dataDirectory, name), patience);

/** Lock for the first load of an empty catalog; `undefined` if another import holds it. */
export const lockForFirstLoad = (dataDirectory: string): FileLock | undefined => take(dataDirectory, 'load', 0);

/** Data directory of a catalog, where its locks are. */
export const directoryOf = ({ path }: Pick<Store, 'path'>): string => (path === inMemory ? inMemory : dirname(path));

/** Whether a server runs on a data directory. */
export const isServed = (dataDirectory: string): boolean => dataDirectory !== inMemory && isFileLocked(lockPath(dataDirectory, 'server'));

/** Beside the real file, since links from several directories may lead to it. */
const lockPath = (dataDirectory: string, name: LockName): string => join(dirname(databasePath(dataDirectory)), `${name}.lock`);

type LockName = 'server' | 'file' | 'load';
