import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { fits } from '../api/schema/checks';
import { now } from '../store/values/dates';
import type { Backup } from './backup-list';
import type { Verified } from './verify-backup';

const schema = t.Object({
  verified_at: t.String({ format: 'date-time' }),
  faults: t.Array(t.String()),
  findings: t.Array(t.String()),
});

export type Verification = Static<typeof schema>;

/** Beside the backup folder, which is never modified. */
const noteOf = (path: string): string => join(dirname(path), `.${basename(path)}.verified.json`);

/** Stores the result. Ignored on read-only copies. */
export function noteVerified({ path }: Pick<Backup, 'path'>, { faults, findings }: Verified): void {
  // The backup may have been deleted meanwhile.
  if (!existsSync(path)) return;
  const note = noteOf(path);
  try {
    writeFileSync(`${note}.part`, JSON.stringify({ verified_at: now(), faults, findings }), { mode: 0o600 });
    renameSync(`${note}.part`, note);
  } catch {
    rmSync(`${note}.part`, { force: true });
  }
}

export const forgetVerified = (path: string): void => rmSync(noteOf(path), { force: true });

/** The last result. Every backup is verified when it is made. */
export function verificationOf({ path, made_at, findings }: Backup): Verification {
  try {
    const read: unknown = JSON.parse(readFileSync(noteOf(path), 'utf8'));
    if (fits(schema, read)) return read as Verification;
  } catch {}
  return { verified_at: made_at, faults: [], findings };
}

/** Whether the backup is complete and no verification found a fault. */
export const isKnownGood = (backup: Backup): boolean => backup.extent === 'all' && verificationOf(backup).faults.length === 0;

/**
 * Backups dated further ahead were made while the clock was wrong. Waiting for that time would leave the catalog without
 * backups.
 */
const aheadMilliseconds = 3_600_000;

/**
 * @param all newest first
 * @param latest in milliseconds since the epoch
 * @returns the backup to restore from
 */
export const lastGood = (all: readonly Backup[], latest = Date.now() + aheadMilliseconds): Backup | undefined =>
  all.find((backup) => Date.parse(backup.made_at) <= latest && isKnownGood(backup));
