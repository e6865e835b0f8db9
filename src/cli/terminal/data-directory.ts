import { statSync } from 'node:fs';
import { SetupError } from '../../errors';
import { databasePath, inMemory } from '../../store/database/open';

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

/**
 * Refuses to create files as root in a directory of another user, who could not open or delete them.
 * @throws {SetupError} with the command to type
 */
export function requireOwnFiles(data: string): void {
  if (data === inMemory || process.getuid?.() !== 0) return;
  const uid = ownerOf(data);
  if (uid === 0) return;
  throw new SetupError(
    `The catalog in ${data} belongs to another user, who could not open files created by root. Run this as that user: sudo -u '#${uid}' leitmotif …`,
  );
}

/** Falls back to root: opening the file reports the reason. */
function ownerOf(data: string): number {
  try {
    return statSync(databasePath(data), { throwIfNoEntry: false })?.uid ?? 0;
  } catch {
    return 0;
  }
}
