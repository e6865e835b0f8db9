import type { Database } from 'bun:sqlite';
import { accessSync, constants, statSync } from 'node:fs';

/** Makes a connection sort and copy in temporary files instead of memory until disposed. */
export function sortingOnDisk(connection: Database): Disposable {
  connection.run('PRAGMA temp_store = FILE');
  return { [Symbol.dispose]: () => void connection.run('PRAGMA temp_store = MEMORY') };
}

/** SQLite's temporary folder (https://www.sqlite.org/tempfiles.html); `undefined` on Windows or if none is writable. */
export function temporaryFolder(): string | undefined {
  if (process.platform === 'win32') return undefined;
  const { SQLITE_TMPDIR, TMPDIR } = process.env;
  return [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp'].find((folder) => folder !== undefined && takesFiles(folder));
}

function takesFiles(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
