import { existsSync } from 'node:fs';
import { conflict } from '../../errors';
import { takeFileLock } from '../../store/files/file-lock';
import { now } from '../../store/values/dates';
import { archiveOf, chunksOf } from '../archive';
import { type Backup, listBackups, makeBackupFolder } from '../backup-list';
import { superfluous } from '../prune-backups';
import { verificationOf } from '../verification';
import {
  type BackupCopy,
  type CopySettings,
  type CopyState,
  type CopyTarget,
  copyFor,
  copyLockOf,
  copyOf,
  failureOf,
  readCopyState,
  type WrittenCopy,
  writeCopyState,
} from './state';
import { type CopyTask, targetOf } from './target';

export interface Copied extends WrittenCopy {
  readonly name: string;
  readonly file: string;
}

export interface CopyReport {
  readonly copied: readonly Copied[];
  /** Files that the retention policy no longer needs. */
  readonly removed: readonly string[];
  /** Files that the target lost or changed. */
  readonly lost: readonly string[];
}

/**
 * Copies the backups that the target lacks, newest first, and removes the copies that the retention policy no longer needs.
 * @throws {DomainError} conflict, if there is no target or backups are being copied; unavailable, with the reason
 */
export async function copyBackups({ folder, keep, settings }: CopyTask, given?: CopyTarget): Promise<CopyReport> {
  if (settings.backupTarget === '') throw conflict('copies_off');
  makeBackupFolder(folder);
  const lock = takeFileLock(copyLockOf(folder));
  if (!lock) throw conflict('copies_running');
  const state = readCopyState(folder, settings.backupTarget);
  const save = (failure: CopyState['failure']) => writeCopyState(folder, { ...state, failure });
  try {
    const target = given ?? (await targetOf(settings, Object.keys(state.copies).length > 0));
    await target.clean();
    const sizes = await target.list();
    const lost = Object.keys(state.copies).filter((file) => state.copies[file]?.bytes !== sizes.get(file));
    const stored = new Set([...sizes.keys()].filter((file) => !lost.includes(file)));
    for (const file of lost) if (!sizes.has(file)) delete state.copies[file];
    state.checked_at = now();
    const remove = async (files: readonly string[]) => {
      for (const file of files) {
        await target.remove(file);
        stored.delete(file);
        delete state.copies[file];
      }
      return files;
    };
    const old = (files: readonly string[]) => superfluousCopies(files, keep);
    // First of all, so that a full target has room again.
    const removed = [...(await remove(old([...stored])))];
    const copied: Copied[] = [];
    for (const [backup, { file }] of missing(folder, state, settings, lost)) {
      // The form of before encryption was switched on, or off.
      const other = file.endsWith('.age') ? file.slice(0, -'.age'.length) : `${file}.age`;
      if (old([...new Set([...stored, file])].filter((one) => one !== other)).includes(file)) continue;
      const written = await copy(backup, file, target, settings).catch((error: unknown) => {
        if (existsSync(backup.path)) throw error;
      });
      // Deleted meanwhile.
      if (!written) continue;
      state.copies[file] = { ...written, copied_at: now(), recipient: settings.backupRecipient };
      stored.add(file);
      copied.push({ name: backup.name, file, ...written });
      if (stored.has(other)) await remove([other]);
      save(state.failure);
    }
    removed.push(...(await remove(old([...stored]))));
    save(null);
    return { copied, removed, lost };
  } catch (error) {
    save(failureOf(error));
    throw error;
  } finally {
    lock.release();
  }
}

/** Undamaged backups without a good copy for the current recipient, newest first. */
const missing = (folder: string, { copies }: CopyState, { backupRecipient: recipient }: CopySettings, lost: readonly string[]) =>
  listBackups(folder).flatMap((backup): [Backup, BackupCopy][] => {
    const copy = copyFor(backup, recipient !== '');
    if (!copy || verificationOf(backup).faults.length > 0) return [];
    return copies[copy.file]?.recipient === recipient && !lost.includes(copy.file) ? [] : [[backup, copy]];
  });

function superfluousCopies(files: readonly string[], keep: CopyTask['keep']): string[] {
  const copies = files.flatMap((file) => copyOf(file) ?? []).toSorted((a, b) => (a.name < b.name ? 1 : -1));
  return superfluous(copies, keep, Date.now(), ({ extent }) => extent === 'all').map(({ file }) => file);
}

async function copy(backup: Backup, file: string, target: CopyTarget, { backupRecipient: recipient }: CopySettings) {
  const archive = await archiveOf(backup);
  const chunks = chunksOf(archive.pieces, { from: 0, to: archive.bytes });
  const sealed = recipient === '' ? chunks : await (await import('./encryption')).encrypted(chunks, recipient);
  return target.write(file, sealed, archive.bytes);
}
