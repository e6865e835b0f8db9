import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inMemory } from '../config';
import { SetupError } from '../errors';
import { isBusy } from './availability';
import { databasePath } from './open';

/** Looking whether a server is there ({@link isServed}) takes its lock for less than a millisecond. */
const lookedAtMilliseconds = 100;

/** Held by the one server of a data directory, or by the one command that puts a file in. */
export interface ServerLock {
  release(): void;
}

/**
 * Takes a data directory for one server. The lock is one of the operating system, on a file of its own, that SQLite
 * takes for us: it ends with the process, however the process ends, and leaves nothing stale behind.
 * @throws {SetupError} where another server has it
 */
export function lockForServer(dataDirectory: string): ServerLock {
  const lock = take(dataDirectory, 'server', lookedAtMilliseconds);
  if (lock) return lock;
  throw new SetupError(`Another leitmotif server already serves ${dataDirectory}. Stop it first, or name another directory with --data.`);
}

/** The same for the one command that puts a file of a user in; none, where another one does so. */
export const lockForFile = (dataDirectory: string): ServerLock | undefined => take(dataDirectory, 'file', 0);

function take(dataDirectory: string, name: LockName, patience: number): ServerLock | undefined {
  if (dataDirectory === inMemory) return { release() {} };
  const path = lockPath(dataDirectory, name);
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

/** Whether a server of this or another process has a data directory now. */
export function isServed(dataDirectory: string): boolean {
  if (dataDirectory === inMemory || !existsSync(lockPath(dataDirectory, 'server'))) return false;
  const file = new Database(lockPath(dataDirectory, 'server'), constants.SQLITE_OPEN_READWRITE);
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

/** Beside the file itself, to which links from several directories may lead. */
const lockPath = (dataDirectory: string, name: LockName): string => join(dirname(databasePath(dataDirectory)), `${name}.lock`);

type LockName = 'server' | 'file';
