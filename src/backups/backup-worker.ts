import type { Message as ErrorMessage } from '../messages/message';
/** A worker thread for backups. */

import type { RetentionPolicy } from '../config';
import { DomainError, type ErrorKind } from '../errors';
import { lowerPriority, lowestPriority } from '../store/workers/thread-priority';
import type { Backup } from './backup-list';
import type { CopyReport } from './copies/copy-backups';
import type { CopyTask } from './copies/target';
import { type BackupTask, createBackup } from './create-backup';
import { pruneBackups, removeBackup } from './prune-backups';
import { noteVerified, type Verified, verifyBackup } from './verification';

declare const self: Worker;

/** Tasks with their results. */
export interface BackupTasks {
  /** Creates a backup, then prunes scheduled ones by the retention policy. */
  readonly create: { readonly task: BackupTask & { readonly keep: RetentionPolicy }; readonly done: Made };
  readonly verify: { readonly task: Backup; readonly done: Verified };
  readonly copy: { readonly task: CopyTask; readonly done: CopyReport };
  readonly remove: { readonly task: { readonly folder: string; readonly name: string }; readonly done: null };
}

export interface Made {
  readonly backup: Backup;
  readonly removed: readonly string[];
}

export interface BackupMessage<W extends keyof BackupTasks = keyof BackupTasks> {
  readonly work: W;
  readonly task: BackupTasks[W]['task'];
}

/** A serialized error: an uncaught one would print source code. */
export type WorkerOutcome<W extends keyof BackupTasks> =
  | { readonly done: BackupTasks[W]['done'] }
  | { readonly error: ErrorMessage | string; readonly kind: ErrorKind | undefined };

const does: {
  readonly [W in keyof BackupTasks]: (task: BackupTasks[W]['task']) => BackupTasks[W]['done'] | Promise<BackupTasks[W]['done']>;
} = {
  create({ keep, ...task }) {
    const backup = createBackup(task);
    return { backup, removed: pruneBackups(task.folder, keep).map(({ name }) => name) };
  },
  verify(backup) {
    const verified = verifyBackup(backup);
    noteVerified(backup, verified);
    return verified;
  },
  async copy(task) {
    return (await import('./copies/copy-backups')).copyBackups(task);
  },
  remove({ folder, name }) {
    removeBackup(folder, name);
    return null;
  },
};

async function outcomeOf<W extends keyof BackupTasks>({ work, task }: BackupMessage<W>): Promise<WorkerOutcome<W>> {
  try {
    return { done: await does[work](task) };
  } catch (error) {
    if (error instanceof DomainError) return { error: error.problem ?? error.detail, kind: error.kind };
    return { error: (error as Error).message, kind: undefined };
  }
}

self.onmessage = async ({ data }: MessageEvent<BackupMessage>) => {
  lowerPriority(lowestPriority);
  self.postMessage(await outcomeOf(data));
};
