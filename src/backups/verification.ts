import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { fits } from '../api/schema/checks';
import { now } from '../store/values/time';
import type { Backup } from './backup-list';
import type { Verified } from './verify-backup';

const schema = t.Object({
  verified_at: t.String({ format: 'date-time' }),
  faults: t.Array(t.String()),
  findings: t.Array(t.String()),
});

export type Verification = Static<typeof schema>;

/** Beside the folder of the backup, which is never changed. */
const noteOf = (path: string): string => join(dirname(path), `.${basename(path)}.verified.json`);

/** Keeps what was found. Where nothing can be written, as on a copy that may only be read, nothing is kept. */
export function noteVerified({ path }: Pick<Backup, 'path'>, { faults, findings }: Verified): void {
  // It may have been removed meanwhile.
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

/** What was found last: at the latest when it was made, as each is read back then. */
export function verificationOf({ path, made_at, findings }: Backup): Verification {
  try {
    const read: unknown = JSON.parse(readFileSync(noteOf(path), 'utf8'));
    if (fits(schema, read)) return read as Verification;
  } catch {
    // Most have none.
  }
  return { verified_at: made_at, faults: [], findings };
}

/** Whether it can be restored, as far as anybody knows. */
export const isKnownGood = (backup: Backup): boolean => backup.extent === 'all' && verificationOf(backup).faults.length === 0;

/**
 * A backup from further ahead than this was made while the clock was wrong. Waiting for its time would leave a catalog without
 * backups until then; clocks that are set right by seconds make no further one.
 */
const aheadMilliseconds = 3_600_000;

/**
 * The one that a catalog would be restored from, of a list with the newest first.
 * @param latest when it was made at the latest, as the milliseconds of a `Date`
 */
export const lastGood = (all: readonly Backup[], latest = Date.now() + aheadMilliseconds): Backup | undefined =>
  all.find((backup) => Date.parse(backup.made_at) <= latest && isKnownGood(backup));
