import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RetentionPolicy } from '../config';
import { conflict } from '../errors';
import { dayMilliseconds } from '../store/values/dates';
import { type Backup, listBackups, loadListed } from './backup-list';
import { withBackupLock } from './create-backup';
import { extents } from './manifest';
import { forgetVerified, isKnownGood } from './verification';

/** The ways back from the last two upgrades. */
const upgradesKept = 2;

type Dated = Pick<Backup, 'made_at' | 'reason' | 'extent'>;

/**
 * Backups to delete under the retention policy. Of scheduled backups, the newest of each of the last days, weeks and months
 * stays; of those before upgrades, the last two; manual backups and those made by restores stay until deleted. The newest good
 * backup always stays, or the newest if none is good. Backups dated in the future by a wrong clock stay until then and do not
 * count.
 */
export function superfluous<B extends Dated>(all: readonly B[], keep: RetentionPolicy, now: number, isGood: (backup: B) => boolean): B[] {
  const backups = all.filter(({ made_at }) => Date.parse(made_at) <= now);
  const scheduled = backups.filter(({ reason }) => reason === 'schedule');
  const retained = new Set<B | undefined>([
    ...newestOfEach(scheduled, keep.days, ({ made_at }) => made_at.slice(0, 10)),
    ...newestOfEach(scheduled, keep.weeks, ({ made_at }) => weekOf(made_at)),
    ...newestOfEach(scheduled, keep.months, ({ made_at }) => made_at.slice(0, 7)),
    ...backups.filter(({ reason }) => reason === 'upgrade').slice(0, upgradesKept),
    ...backups.filter(({ reason }) => reason === 'asked' || reason === 'replaced'),
    backups.find(isGood) ?? backups.find(({ extent }) => extent === extents[0]),
  ]);
  return backups.filter((backup) => !retained.has(backup));
}

export function pruneBackups(folder: string, keep: RetentionPolicy): Backup[] {
  return withBackupLock(folder, () => {
    const going = superfluous(listBackups(folder), keep, Date.now(), isKnownGood);
    for (const backup of going) takeAway(folder, backup);
    return going;
  });
}

function newestOfEach<B>(backups: readonly B[], count: number, spanOf: (backup: B) => string): B[] {
  const newest = new Map<string, B>();
  for (const backup of backups) if (!newest.has(spanOf(backup))) newest.set(spanOf(backup), backup);
  return [...newest.values()].slice(0, count);
}

/** The Monday, in UTC. */
function weekOf(time: string): string {
  const days = Math.floor(Date.parse(time) / dayMilliseconds);
  // 1 January 1970 was a Thursday.
  return String(days - ((days + 3) % 7));
}

/** @throws {DomainError} not_found; conflict, for the only good backup or while one is being made */
export function removeBackup(folder: string, name: string): void {
  withBackupLock(folder, () => {
    const all = listBackups(folder);
    const backup = loadListed(all, name);
    if (isKnownGood(backup) && !all.some((other) => other.name !== name && isKnownGood(other))) throw conflict('last_backup', { name });
    takeAway(folder, backup);
  });
}

/** A half-deleted backup counts as none and is removed by the next lock holder. */
export function takeAway(folder: string, { name, path }: Backup): void {
  const part = join(folder, `.${name}.part`);
  renameSync(path, part);
  forgetVerified(path);
  rmSync(part, { recursive: true, force: true });
}
