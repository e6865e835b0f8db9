import { constants, Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { SetupError } from '../errors';
import { isBusy } from '../store/database/availability';

/** A database about to be replaced: locked against others, all of it in one file. */
export interface LockedDatabase {
  /** Undefined if it cannot be read. */
  readonly connection: Database | undefined;
  release(): void;
}

/** Reading commands take less. */
const patienceMilliseconds = 2_000;

/**
 * Locks a database and checkpoints its log.
 * @returns undefined if there is none
 * @throws {SetupError} if another program uses it
 */
export function lockDatabase(path: string): LockedDatabase | undefined {
  if (!existsSync(path)) return undefined;
  const connection = new Database(path, constants.SQLITE_OPEN_READWRITE);
  const release = () => connection.close();
  try {
    connection.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    connection.query('PRAGMA journal_mode = DELETE').get();
    // Locks out others from the first write until it is closed.
    connection.run('PRAGMA locking_mode = EXCLUSIVE');
    connection.run('BEGIN EXCLUSIVE');
    connection.run('COMMIT');
    connection.query('SELECT count(*) FROM sqlite_schema').get();
    return { connection, release };
  } catch (error) {
    release();
    if (isBusy(error)) throw new SetupError(`Another program uses ${path}. Wait until it ends, or stop it, and try again.`);
    return { connection: undefined, release() {} };
  }
}
