import { constants, Database } from 'bun:sqlite';
import { prepareConnection } from './connections';

/**
 * Opens one state of a database file for as long as it is open, on a connection of its own: what takes long to read
 * neither waits for writes nor holds them up.
 */
export const openSnapshot = (path: string): Database => asSnapshot(new Database(path, constants.SQLITE_OPEN_READONLY));

/** Has a connection see one state of its database from now on. */
export function asSnapshot(database: Database): Database {
  prepareConnection(database);
  database.run('BEGIN');
  // The transaction takes its state with the first read.
  database.run('SELECT 1 FROM sqlite_schema LIMIT 1');
  return database;
}
