import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, type Store } from '../../src/store/database/open';
import { emptyFolder } from './executable';

const databaseFile = 'leitmotif.db';

/** Opens a new, empty catalog in a data directory. Its schema is created once per process and copied, which is much cheaper. */
export function createStore(data: string): Store {
  empty ??= emptyDatabase();
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(data, databaseFile), empty, { mode: 0o600 });
  return openStore(data);
}

let empty: Uint8Array | undefined;

function emptyDatabase(): Uint8Array {
  using folder = emptyFolder();
  openStore(folder.path, { mayCreate: true }).close();
  return readFileSync(join(folder.path, databaseFile));
}
