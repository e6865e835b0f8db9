import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file to disk. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Flushes directory entries to disk. Windows cannot do that. */
export const syncFolder = (path: string): void => {
  if (process.platform !== 'win32') sync(path, 'r');
};

function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
