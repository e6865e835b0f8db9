import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Keeping } from '../config';
import { conflict } from '../errors';
import { type Backup, listBackups, loadListed } from './backup-list';
import { withBackupLock } from './create-backup';
import { extents } from './manifest';
import { forgetVerified, isKnownGood, lastGood } from './verification';

/** The way back from the last upgrade, and from the one before it. */
const upgradesKept = 2;

/**
 * The backups that need not stay. Of those of the schedule the newest of each of the last days, weeks and months that have
 * one stays; of those before upgrades the last two. What a person asked for, and what a restored one replaced, stays until
 * a person removes it. The newest good one stays in any case, or the newest where none is good. One from after now, which a wrong clock made, stays until its
 * time comes, and counts as none: else the backups of days to come would push out those that are made.
 */
export function superfluous(all: readonly Backup[], keep: Keeping, now: number): Backup[] {
  const backups = all.filter(({ made_at }) => Date.parse(made_at) <= now);
  const scheduled = backups.filter(({ reason }) => reason === 'schedule');
  const kept = new Set<Backup | undefined>([
    ...newestOfEach(scheduled, keep.days, ({ made_at }) => made_at.slice(0, 10)),
    ...newestOfEach(scheduled, keep.weeks, ({ made_at }) => weekOf(made_at)),
    ...newestOfEach(scheduled, keep.months, ({ made_at }) => made_at.slice(0, 7)),
    ...backups.filter(({ reason }) => reason === 'upgrade').slice(0, upgradesKept),
    ...backups.filter(({ reason }) => reason === 'asked' || reason === 'replaced'),
    lastGood(backups, now) ?? backups.find(({ extent }) => extent === extents[0]),
  ]);
  return backups.filter((backup) => !kept.has(backup));
}

/** Removes what need not stay. */
export function pruneBackups(folder: string, keep: Keeping): Backup[] {
  return withBackupLock(folder, () => {
    const going = superfluous(listBackups(folder), keep, Date.now());
    for (const backup of going) takeAway(folder, backup);
    return going;
  });
}

function newestOfEach(backups: readonly Backup[], count: number, spanOf: (backup: Backup) => string): Backup[] {
  const newest = new Map<string, Backup>();
  for (const backup of backups) if (!newest.has(spanOf(backup))) newest.set(spanOf(backup), backup);
  return [...newest.values()].slice(0, count);
}

const dayMilliseconds = 86_400_000;

/** By its Monday, in UTC. */
function weekOf(time: string): string {
  const days = Math.floor(Date.parse(time) / dayMilliseconds);
  // The first day of 1970 was a Thursday.
  return String(days - ((days + 3) % 7));
}

/**
 * Removes a backup for good, by its name in the list.
 * @throws {DomainError} not_found; conflict, for the only one that the catalog could be restored from, and where one is being made
 */
export function removeBackup(folder: string, name: string): void {
  withBackupLock(folder, () => {
    const all = listBackups(folder);
    const backup = loadListed(all, name);
    if (isKnownGood(backup) && !all.some((other) => other.name !== name && isKnownGood(other))) throw conflict('last_backup', { name });
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
