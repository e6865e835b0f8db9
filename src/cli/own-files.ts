import { statSync } from 'node:fs';
import { SetupError } from '../errors';
import { databasePath, inMemory } from '../store/database/open';

/**
 * Refuses to make files as the superuser among those of another user: the server, which runs as that one, could neither open nor
 * remove them, and would not start after a restore.
 * @throws {SetupError} which says what to type
 */
export function requireOwnFiles(data: string): void {
  if (data === inMemory || process.getuid?.() !== 0) return;
  const uid = ownerOf(data);
  if (uid === 0) return;
  throw new SetupError(
    `The catalog in ${data} belongs to another user, who could not open files created by root. Run this as that user: sudo -u '#${uid}' leitmotif …`,
  );
}

/** Nobody's is as good as the superuser's: what keeps the file from being looked at is said where it is opened. */
function ownerOf(data: string): number {
  try {
    return statSync(databasePath(data), { throwIfNoEntry: false })?.uid ?? 0;
  } catch {
    return 0;
  }
}
