import { existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type Static, Type as t } from '@sinclair/typebox';
import { latestSchema } from '../../db/migrations';
import { pluralize } from '../pluralize';
import { isInWalMode } from '../store/database/inspect';
import { beforeBaseline, isBeforeBaseline } from '../store/database/migrate';
import { now } from '../store/values/dates';
import type { Backup } from './backup-list';
import { hashOf } from './cover-files';
import { checkDatabase, coversIn, reading } from './database-checks';
import { filesBelow, readSums, sha256Of } from './integrity';
import { fileNames, readJson } from './manifest';

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
export const verificationOf = ({ path, made_at, findings }: Backup): Verification =>
  readJson(noteOf(path), schema) ?? { verified_at: made_at, faults: [], findings };

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

/** Result of a verification: a backup with faults cannot be restored, one with findings can. */
export interface Verified {
  readonly faults: readonly string[];
  readonly findings: readonly string[];
}

/** Checks version, checksums, database and row counts. */
export function verifyBackup(backup: Backup): Verified {
  const { path, rows, schema_version: version } = backup;
  const faults = faultsOfVersion(backup) ?? faultsOfFiles(backup);
  if (faults.length > 0) return { faults, findings: [] };
  const file = join(path, fileNames.database);
  const checked = checkDatabase(file);
  if (checked.damage.length > 0) return { faults: checked.damage, findings: [] };
  const differing = Object.keys({ ...rows, ...checked.rows }).filter((table) => rows[table] !== checked.rows[table]);
  return {
    faults: [
      ...(checked.schemaVersion === version ? [] : [`${fileNames.database} has schema ${checked.schemaVersion} instead of ${version}.`]),
      ...differing.map((table) => `${table} has ${checked.rows[table] ?? 'no'} rows instead of ${rows[table] ?? 'none'}.`),
    ],
    findings: [...checked.findings, ...missingCovers(path, file)],
  };
}

function faultsOfVersion({ schema_version: version, program_version: program }: Backup): string[] | undefined {
  if (isBeforeBaseline(version)) return [beforeBaseline('The backup', version)];
  if (version <= latestSchema()) return undefined;
  return [
    `The backup was made by leitmotif ${program} (schema ${version}). This version supports schemas up to ${latestSchema()}. Restore it with leitmotif ${program}.`,
  ];
}

function faultsOfFiles({ path, sums_sha256: sumsSha256 }: Backup): string[] {
  const sumsFile = join(path, fileNames.sums);
  const status = lstatSync(sumsFile, { throwIfNoEntry: false });
  if (!status) return [`${fileNames.sums} is missing.`];
  // A folder in its place is an error of reading.
  if (!(status.isFile() || status.isDirectory()) || sha256Of(sumsFile) !== sumsSha256) return [`${fileNames.sums} was changed.`];
  const sums = readSums(path);
  const foreign = foreignEntries(path, sums);
  if (foreign.length > 0) return foreign;
  const files = new Set(filesBelow(path));
  const faults = [...sums].flatMap(([file, sum]) => {
    if (!files.has(file)) return [`${file} is missing.`];
    return sha256Of(join(path, file)) === sum ? [] : [`${file} has a wrong checksum.`];
  });
  const isChanged = files.has(fileNames.database) && isInWalMode(join(path, fileNames.database));
  return faults.length === 0 && isChanged ? [`${fileNames.database} was changed by another program: it is in WAL mode.`] : faults;
}

/** A person needs no more. */
const saidAtMost = 20;

const isOfBackup = (file: string): boolean => file === fileNames.database || file.startsWith(`${fileNames.covers}/`);

/** What no backup contains: restoring it would bring other files of this machine into the data directory. */
function foreignEntries(path: string, sums: ReadonlyMap<string, string>): string[] {
  const own = new Set([fileNames.manifest, fileNames.sums, ...sums.keys()]);
  const faults: string[] = [];
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (!own.has(file)) faults.push(`${file} is not listed in ${fileNames.sums}.`);
    else if (!entry.isFile()) faults.push(`${file} is a link or special file.`);
    else if (sums.has(file) && !isOfBackup(file)) faults.push(`${file} belongs to no backup.`);
    if (faults.length === saidAtMost) break;
  }
  return faults;
}

/** Files that releases name and the backup lacks. */
function missingCovers(path: string, file: string): string[] {
  return reading(file, (database) => {
    const stored = new Set(filesBelow(join(path, fileNames.covers)).map(hashOf));
    const missing = coversIn(database).filter((hash) => !stored.has(hash)).length;
    return missing === 0 ? [] : [`Files of ${pluralize(missing, 'cover')} are missing.`];
  });
}
