import { statSync } from 'node:fs';
import { inMemory } from '../../store/database/open';

/** A line for the owner of a file or directory that others on this machine may read; none where they may not. */
export function readableNote(path: string): string[] {
  // Windows keeps its permissions elsewhere.
  if (process.platform === 'win32') return [];
  const status = statSync(path);
  if ((status.mode & 0o077) === 0) return [];
  return [`Note: other users of this machine can read ${path}. Run chmod ${status.isDirectory() ? '700' : '600'} to prevent that.`];
}

/** What a person is told of a catalog that was made just now: a mistyped --data shows itself here. */
export const newsOf = (data: string): string[] => (data === inMemory ? [] : [`Created a new catalog in ${data}.`, ...readableNote(data)]);
