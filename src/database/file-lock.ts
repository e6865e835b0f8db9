import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync } from 'node:fs';
import { isBusy } from './availability';

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
