/** A thread that makes a backup: a minute's work for the disk, which nobody else waits for. */

import type { Keeping } from '../config';
import { DomainError } from '../errors';
import type { Backup } from './backup-list';
import { type BackupTask, createBackup } from './create-backup';
import { pruneBackups } from './prune-backups';

declare const self: Worker;

/** A backup to be made; and which of those of the schedule are to stay afterwards. */
export interface WorkerTask extends BackupTask {
  readonly keep?: Keeping | undefined;
}

/** What came of it. */
export type Made = { readonly backup: Backup; readonly removed: readonly string[] } | { readonly error: string };

const say = (made: Made): void => self.postMessage(made);

/** An error that left the thread would print its source. */
self.onmessage = ({ data: { keep, ...task } }: MessageEvent<WorkerTask>) => {
  try {
    const backup = createBackup(task);
    const removed = keep ? pruneBackups(task.folder, keep) : [];
    say({ backup, removed: removed.map(({ name }) => name) });
  } catch (error) {
    const { message } = error as Error;
    say({ error: error instanceof DomainError ? error.detail : message });
  }
};
