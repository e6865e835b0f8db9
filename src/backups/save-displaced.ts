import type { Store } from '../database/open';
import { DomainError } from '../errors';
import type { Backup } from './backup-list';
import type { BackupTask } from './create-backup';

/**
 * Makes a backup of a database whose file was deleted, moved or replaced while it is open here. No other thread can open it by its name, so that this
 * one does the work, and answers nobody meanwhile: all that it could say is about to be lost. Nothing is removed to make room.
 * @throws {DomainError} which says why there is none
 */
export async function saveDisplaced({ reader }: Store, task: BackupTask): Promise<{ backup: Backup; removed: readonly string[] }> {
  const { createBackup } = await import('./create-backup');
  // A copy is not made within what this turn of the event loop reads.
  while (reader.inTransaction) await new Promise((resolve) => setImmediate(resolve));
  try {
    return { backup: createBackup(task, reader), removed: [] };
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError('unavailable', error.detail);
    throw new DomainError('unavailable', `The database, which is not where it was, could not be saved: ${(error as Error).message}.`);
  }
}
