import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Waits until what was written to a file is on the disk. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Waits until the names in a folder are on the disk. Windows has no way to open one for this. */
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
