import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** As much as the log of the database may take before it is moved into the file. */
const leastFreeBytes = 64 * 1_048_576;

/** What keeps a server from writing, in a sentence for everybody: it names neither a path nor a number of this machine. */
export const spaceFault = (database: string): string | undefined =>
  freeBytes(dirname(database)) < leastFreeBytes ? 'The database disk has less than 64 MB left.' : undefined;

/** The same of a disk that is mounted read-only, which also the superuser cannot write. */
export function accessFault(database: string): string | undefined {
  try {
    accessSync(database, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code === 'EROFS' ? 'The database disk is mounted read-only.' : undefined;
  }
}

/** The folders on whose disks a backup and a restore, each of which needs as much as the database, may find no room. */
export function foldersWithoutRoom(database: string, folders: readonly string[]): string[] {
  const needed = statSync(database).size * 2;
  return [...new Set(folders)].filter((folder) => existsSync(folder) && freeBytes(folder) < needed);
}
