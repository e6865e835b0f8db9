import { constants, Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { SetupError } from '../errors';
import { isBusy } from '../store/database/availability';

/** A database that is about to be replaced: nobody else reads or writes it, and all of it is in the one file. */
export interface HeldDatabase {
  /** Nothing where it cannot be read. */
  readonly connection: Database | undefined;
  release(): void;
}

/** A command that reads is over in less. */
const patienceMilliseconds = 2_000;

/**
 * Takes a database for oneself, and moves what is in its log into the file. Nothing where there is none.
 * @throws {SetupError} where another program uses it
 */
export function holdDatabase(path: string): HeldDatabase | undefined {
  if (!existsSync(path)) return undefined;
  const connection = new Database(path, constants.SQLITE_OPEN_READWRITE);
  const release = () => connection.close();
  try {
    connection.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    connection.query('PRAGMA journal_mode = DELETE').get();
    // From the first write on nobody else is let in, until it is closed.
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
