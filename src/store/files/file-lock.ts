import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inMemory } from '../../config';
import { SetupError } from '../../errors';
import { isBusy } from '../database/availability';
import { databasePath, type Store } from '../database/open';

/** Looking whether a file is locked ({@link isFileLocked}) takes its lock for less than a millisecond. */
const lookedAtMilliseconds = 100;

/** A lock that is held until it is let go, or until the process ends. */
export interface FileLock {
  release(): void;
}

/**
 * Takes the lock of a file of its own, which is made where it is missing; says nothing where another has it. The lock is
 * one of the operating system, that SQLite takes for us: it ends with the process, however the process ends, and leaves
 * nothing stale behind.
 * @param patience how long another one may have it, in milliseconds
 */
export function takeFileLock(path: string, patience = lookedAtMilliseconds): FileLock | undefined {
  // For its owner alone: whoever may open the file may hold the lock.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const file = new Database(path);
  try {
    file.run(`PRAGMA busy_timeout = ${patience}`);
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

/** Whether this or another process has the lock of a file now. */
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
 * Takes a data directory for one server, or for what no server may see.
 * @throws {SetupError} where a server has it
 */
export function lockForServer(dataDirectory: string): FileLock {
  const lock = take(dataDirectory, 'server');
  if (lock) return lock;
  throw new SetupError(`Another leitmotif server uses ${dataDirectory}. Stop it first, or set another directory with --data.`);
}

/** The same for the one command that puts a file of a user in; none, where another one does so. */
export const lockForFile = (dataDirectory: string): FileLock | undefined => take(dataDirectory, 'file', 0);

const take = (dataDirectory: string, name: LockName, patience?: number): FileLock | undefined =>
  dataDirectory === inMemory ? { release() {} } : takeFileLock(lockPath(dataDirectory, name), patience);

/** The same for the one import that fills an empty catalog; none, where another one does so. */
export const lockForFirstLoad = (dataDirectory: string): FileLock | undefined => take(dataDirectory, 'load', 0);

/** The data directory of a catalog, which the locks here are of. */
export const directoryOf = ({ path }: Pick<Store, 'path'>): string => (path === inMemory ? inMemory : dirname(path));

/** Whether a server of this or another process has a data directory now. */
export const isServed = (dataDirectory: string): boolean => dataDirectory !== inMemory && isFileLocked(lockPath(dataDirectory, 'server'));

/** Beside the file itself, to which links from several directories may lead. */
const lockPath = (dataDirectory: string, name: LockName): string => join(dirname(databasePath(dataDirectory)), `${name}.lock`);

type LockName = 'server' | 'file' | 'load';
