import { dirname, join } from 'node:path';
import { inMemory } from '../config';
import { SetupError } from '../errors';
import { type FileLock, isFileLocked, takeFileLock } from './file-lock';
import { databasePath, type Store } from './open';

/**
 * Takes a data directory for one server, or for what no server may see.
 * @throws {SetupError} where a server has it
 */
export function lockForServer(dataDirectory: string): FileLock {
  const lock = take(dataDirectory, 'server');
  if (lock) return lock;
  throw new SetupError(`Another leitmotif server already serves ${dataDirectory}. Stop it first, or name another directory with --data.`);
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
