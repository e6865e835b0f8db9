import type { Database } from 'bun:sqlite';
import { accessSync, constants, statSync } from 'node:fs';

/** Has a connection put into files what it sorts and copies, for as long as this is not disposed of: it does not belong into the memory. */
export function sortingOnDisk(connection: Database): Disposable {
  connection.run('PRAGMA temp_store = FILE');
  return { [Symbol.dispose]: () => void connection.run('PRAGMA temp_store = MEMORY') };
}

/** Where SQLite puts those files (https://www.sqlite.org/tempfiles.html); none, where it is for Windows to say, or no folder takes them. */
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
