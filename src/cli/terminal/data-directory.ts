import { statSync } from 'node:fs';
import { inMemory } from '../../store/database/open';

/** A warning if other users of this machine can read a file or directory. */
export function readableNote(path: string): string[] {
  // Windows permissions work differently.
  if (process.platform === 'win32') return [];
  const status = statSync(path);
  if ((status.mode & 0o077) === 0) return [];
  return [`Note: other users of this machine can read ${path}. Run chmod ${status.isDirectory() ? '700' : '600'} to prevent that.`];
}

/** Announces a new catalog: a mistyped --data becomes visible. */
export const newsOf = (data: string): string[] => (data === inMemory ? [] : [`Created a new catalog in ${data}.`, ...readableNote(data)]);
