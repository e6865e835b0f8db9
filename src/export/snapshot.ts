import { constants, Database } from 'bun:sqlite';
import { inMemory, type Store } from '../database/open';

/** As for the connections of the store: what lies beyond is read in the ordinary way. */
const mappedBytes = 1_073_741_824;

/**
 * One state of the database for as long as it is open, on a connection of its own: what takes long to read neither
 * waits for writes nor holds them or other reads up.
 */
export class Snapshot {
  readonly database: Database;

  constructor(store: Pick<Store, 'path' | 'reader'>) {
    // No other connection sees a database in memory, so that it is copied. Who keeps one keeps it small.
    this.database =
      store.path === inMemory
        ? Database.deserialize(store.reader.serialize(), true)
        : new Database(store.path, constants.SQLITE_OPEN_READONLY);
    this.database.run('PRAGMA trusted_schema = OFF');
    this.database.run('PRAGMA temp_store = MEMORY');
    this.database.run(`PRAGMA mmap_size = ${mappedBytes}`);
    this.database.run('BEGIN');
    // The transaction takes its state with the first read.
    this.database.run('SELECT 1 FROM sqlite_schema LIMIT 1');
  }

  close(): void {
    this.database.close();
  }
}
