import { constants, Database } from 'bun:sqlite';
import { prepareConnection } from './connections';

/** Opens a database as of now, on its own connection: long reads neither block writes nor wait for them. */
export const openSnapshot = (path: string): Database => asSnapshot(new Database(path, constants.SQLITE_OPEN_READONLY));

/** Pins a connection to the current state. */
export function asSnapshot(database: Database): Database {
  prepareConnection(database);
  database.run('BEGIN');
  // The transaction takes its snapshot at the first read.
  database.run('SELECT 1 FROM sqlite_schema LIMIT 1');
  return database;
}
