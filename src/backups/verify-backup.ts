import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pluralize } from '../pluralize';
import type { Backup } from './backup-list';
import { hashOf } from './cover-files';
import { checkDatabase, coversIn, reading } from './database-checks';
import { filesBelow, readSums, sha256Of } from './integrity';
import { fileNames } from './manifest';

/** Result of a verification: faults make a backup useless, findings do not. */
export interface Verified {
  readonly faults: readonly string[];
  readonly findings: readonly string[];
}

/** Checks checksums, database and row counts. */
export function verifyBackup({ path, rows, sums_sha256: sumsSha256 }: Backup): Verified {
  const faults = faultsOfFiles(path, sumsSha256);
  if (faults.length > 0) return { faults, findings: [] };
  const file = join(path, fileNames.database);
  const checked = checkDatabase(file);
  if (checked.damage.length > 0) return { faults: checked.damage, findings: [] };
  const differing = Object.keys({ ...rows, ...checked.rows }).filter((table) => rows[table] !== checked.rows[table]);
  return {
    faults: differing.map((table) => `${table} has ${checked.rows[table] ?? 'no'} rows instead of ${rows[table] ?? 'none'}.`),
    findings: [...checked.findings, ...missingCovers(path, file)],
  };
}

function faultsOfFiles(path: string, sumsSha256: string): string[] {
  const sumsFile = join(path, fileNames.sums);
  const status = lstatSync(sumsFile, { throwIfNoEntry: false });
  // A folder in its place is an error of reading.
  const isReadable = status?.isFile() || status?.isDirectory();
  if (!isReadable || sha256Of(sumsFile) !== sumsSha256) return [`${fileNames.sums} was changed.`];
  const sums = readSums(path);
  const foreign = foreignEntries(path, sums);
  if (foreign.length > 0) return foreign;
  const there = new Set(filesBelow(path));
  return [...sums].flatMap(([file, sum]) => {
    if (!there.has(file)) return [`${file} is missing.`];
    return sha256Of(join(path, file)) === sum ? [] : [`${file} has a wrong checksum.`];
  });
}

/** A person needs no more. */
const saidAtMost = 20;

/** What no backup contains: restoring it would bring other files of this machine into the data directory. */
function foreignEntries(path: string, sums: ReadonlyMap<string, string>): string[] {
  const own = new Set([fileNames.manifest, fileNames.sums, ...sums.keys()]);
  const faults: string[] = [];
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/');
    if (!own.has(file)) faults.push(`${file} is not listed in ${fileNames.sums}.`);
    else if (!entry.isFile()) faults.push(`${file} is a link or special file.`);
    if (faults.length === saidAtMost) break;
  }
  return faults;
}

/** Files that releases name and the backup lacks. */
function missingCovers(path: string, file: string): string[] {
  return reading(file, (database) => {
    const there = new Set(filesBelow(join(path, fileNames.covers)).map(hashOf));
    const missing = coversIn(database).filter((hash) => !there.has(hash)).length;
    return missing === 0 ? [] : [`Files of ${pluralize(missing, 'cover')} are missing.`];
  });
}
