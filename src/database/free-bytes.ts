import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** How many bytes the disk of a file has left for this process. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
