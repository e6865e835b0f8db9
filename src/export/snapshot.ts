import { Database } from 'bun:sqlite';
import { inMemory, type Store } from '../store/database/open';
import { asSnapshot, openSnapshot } from '../store/database/snapshot';

/**
 * One state of the database for as long as it is open, on a connection of its own: what takes long to read neither
 * waits for writes nor holds them or other reads up.
 */
export class Snapshot {
  readonly database: Database;

  constructor(store: Pick<Store, 'path' | 'reader'>) {
    // No other connection sees a database in memory, so that it is copied. Who keeps one keeps it small.
    this.database = store.path === inMemory ? asSnapshot(Database.deserialize(store.reader.serialize(), true)) : openSnapshot(store.path);
  }

  close(): void {
    this.database.close();
  }
}
