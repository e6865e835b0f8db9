import { statfsSync } from 'node:fs';

/** How many bytes the disk of a folder has left for this process. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
