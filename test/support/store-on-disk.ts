import { mkdirSync, writeFileSync } from 'node:fs';
import { applicationId } from '../../src/store/database/inspect';
import { databasePath, openStore, type Store } from '../../src/store/database/open';
import { emptyStore } from './server';

/** Writes a copy of an in-memory database into a data directory, which is faster than migrating and importing again. */
export function writeDatabase(data: string, { writer }: Store): void {
  const bytes = writer.serialize();
  // Bytes 68 to 71 of a SQLite file (https://www.sqlite.org/fileformat.html).
  bytes.writeUInt32BE(applicationId, 68);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(databasePath(data), bytes, { mode: 0o600 });
}

export function openFileCopy(data: string, original: Store): Store {
  writeDatabase(data, original);
  return openStore(data);
}

/** Opens a new, empty catalog in a data directory. */
export const createStore = (data: string): Store => openFileCopy(data, emptyStore());
