import { statSync } from 'node:fs';
import { SetupError } from '../errors';
import { databasePath, inMemory } from '../store/database/open';

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
