import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { conflict } from '../errors';
import { type Backup, listBackups, loadListed } from './backup-list';
import { withBackupLock } from './create-backup';
import { forgetVerified, isKnownGood } from './verification';

/**
 * Removes a backup for good, by its name in the list.
 * @throws {DomainError} not_found; conflict, for the only one that the catalog could be restored from, and where one is being made
 */
export function removeBackup(folder: string, name: string): void {
  withBackupLock(folder, () => {
    const all = listBackups(folder);
    const backup = loadListed(all, name);
    if (isKnownGood(backup) && !all.some((other) => other.name !== name && isKnownGood(other)))
      throw conflict(`${name} is the only backup from which the catalog could be restored. Make another one first.`);
    takeAway(folder, backup);
  });
}

/** One that is half removed is none any more, and cleared away by whoever has the folder next. */
export function takeAway(folder: string, { name, path }: Backup): void {
  const part = join(folder, `.${name}.part`);
  renameSync(path, part);
  forgetVerified(path);
  rmSync(part, { recursive: true, force: true });
}
