import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Maximum size of the log before a checkpoint. */
const leastFreeBytes = 64 * 1_048_576;

/** Why writing is impossible, without paths or numbers of this machine. */
export const spaceFault = (database: string): string | undefined =>
  freeBytes(dirname(database)) < leastFreeBytes ? 'The database disk has less than 64 MB left.' : undefined;

/** The same for a read-only file system, which even root cannot write. */
export function accessFault(database: string): string | undefined {
  try {
    accessSync(database, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code === 'EROFS' ? 'The database disk is mounted read-only.' : undefined;
  }
}

/** Folders without room for a backup or restore, each as large as the database. */
export function foldersWithoutRoom(database: string, folders: readonly string[]): string[] {
  const needed = statSync(database).size * 2;
  return [...new Set(folders)].filter((folder) => existsSync(folder) && freeBytes(folder) < needed);
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
