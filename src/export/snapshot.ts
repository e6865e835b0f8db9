import { Connection } from '../store/database/connection';
import { asSnapshot, openSnapshot } from '../store/database/connections';
import { inMemory, type Store } from '../store/database/open';

/** A snapshot on its own connection: long reads neither block writes nor wait for them. */
export class Snapshot {
  readonly database: Connection;

  constructor(store: Pick<Store, 'path' | 'reader'>) {
    // An in-memory database is copied, since other connections cannot see it; such catalogs are small.
    this.database =
      store.path === inMemory ? asSnapshot(new Connection(store.reader.serialize(), { readonly: true })) : openSnapshot(store.path);
  }

  close(): void {
    this.database.close();
  }
}
