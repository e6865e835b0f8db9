import { accessSync, constants, statSync } from 'node:fs';

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
