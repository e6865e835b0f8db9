import { Database } from 'bun:sqlite';
import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { latestSchema } from '../../db/migrations';
import { SetupError } from '../errors';
import { diskFullAt, isFull } from '../store/database/availability';
import { beforeBaseline, isBeforeBaseline, migrate } from '../store/database/migrate';
import { databasePath } from '../store/database/open';
import { lockForServer } from '../store/files/file-lock';
import { syncFile, syncFolder } from '../store/files/sync';
import type { Backup } from './backup-list';
import { bringCovers } from './covers-along';
import { createBackup, freeName } from './create-backup';
import { countRows, reading } from './database-checks';
import { type HeldDatabase, holdDatabase } from './held-database';
import { fileNames } from './manifest';
import { verifyBackup } from './verify-backup';

type Rows = Readonly<Record<string, number>>;

export interface Restored {
  /** How many rows each table had; nothing where there was no catalog, or none that could be read. */
  readonly before: Rows | undefined;
  readonly after: Rows;
  /** The migrations that the backup was brought up to date with. */
  readonly migrated: readonly string[];
  /** The backup that was made of what stood there before. */
  readonly replaced: Backup | undefined;
  /** Where the file of what stood there before is, where that was damaged. */
  readonly damaged: string | undefined;
  readonly findings: readonly string[];
}

/** Where a catalog is put back, and where that one is kept which it replaces. */
export interface Target {
  readonly data: string;
  readonly backups: string;
}

/**
 * Puts a backup in the place of the catalog of a data directory. At every moment the one or the other stands there, whole:
 * the database comes beside its place first, is brought up to date and is on the disk before it gets its name.
 * @throws {SetupError} where the backup is not as it was written or is newer, or where a server or another program uses the
 * catalog: nothing is changed then
 */
export function restoreBackup(backup: Backup, target: Target): Restored {
  const findings = requireRestorable(backup);
  mkdirSync(target.data, { recursive: true, mode: 0o700 });
  const lock = lockForServer(target.data);
  try {
    return putInPlace(backup, target, findings);
  } catch (error) {
    throw isFull(error) ? diskFullAt(databasePath(target.data)) : error;
  } finally {
    lock.release();
  }
}

/**
 * Reads a backup whole, and says what should be known of it.
 * @throws {SetupError} where it cannot be restored
 */
export function requireRestorable(backup: Backup): readonly string[] {
  const { name, schema_version: version, program_version: program } = backup;
  if (version > latestSchema()) {
    throw new SetupError(
      `${name} was made by leitmotif ${program} (schema ${version}). This version supports schemas up to ${latestSchema()}. Restore it with leitmotif ${program}.`,
    );
  }
  if (isBeforeBaseline(version)) throw new SetupError(beforeBaseline(name, version));
  const { faults, findings } = verifyBackup(backup);
  if (faults.length > 0) throw new SetupError(`${name} is damaged. Nothing was changed: ${faults.join(' ')}`);
  return findings;
}

/** The rows of a catalog as it stands, for who is told what would go. */
export function rowsThere(data: string): Rows | undefined {
  const path = databasePath(data);
  try {
    return existsSync(path) ? reading(path, countRows) : undefined;
  } catch {
    // What cannot be read has nothing that could be counted.
    return undefined;
  }
}

function putInPlace(backup: Backup, target: Target, findings: readonly string[]): Restored {
  const path = databasePath(target.data);
  // Of one that was killed, as well.
  const staged = `${path}.restored.new`;
  let held: HeldDatabase | undefined;
  try {
    const migrated = stage(join(backup.path, fileNames.database), staged);
    held = holdDatabase(path);
    const replaced = held?.connection && keepReplaced(path, target, held.connection);
    const before = replaced?.rows;
    bringCovers({ from: join(backup.path, fileNames.covers), to: join(target.data, fileNames.covers) });
    const damaged = held?.connection ? undefined : moveAway(path);
    renameSync(staged, path);
    syncFolder(dirname(path));
    return { before, after: reading(path, countRows), migrated, replaced, damaged, findings };
  } finally {
    held?.release();
    for (const file of [staged, `${staged}-wal`, `${staged}-shm`, `${staged}-journal`]) rmSync(file, { force: true });
  }
}

/** Makes the database that is to come, beside its place; names the migrations that it lacked. */
function stage(from: string, to: string): string[] {
  for (const file of [to, `${to}-wal`, `${to}-shm`, `${to}-journal`]) rmSync(file, { force: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
  const database = new Database(to);
  let migrated: string[];
  try {
    migrated = migrate(database);
    database.run('PRAGMA journal_mode = WAL');
  } finally {
    database.close(true);
  }
  syncFile(to);
  return migrated;
}

/** What stood there is a backup like any other, and the way back to it the same command. */
const keepReplaced = (database: string, { data, backups }: Target, connection: Database): Backup =>
  createBackup({ database, covers: join(data, fileNames.covers), folder: backups, reason: 'replaced', extent: 'all' }, connection);

/**
 * A database that cannot be read is kept as it is, with its log, under another name. So is a log without a database: SQLite would
 * take it for that of the one which comes.
 */
function moveAway(path: string): string | undefined {
  const name = `${path}.damaged-${freeName(dirname(path))}`;
  const there = ['', '-wal', '-journal', '-shm'].filter((suffix) => existsSync(path + suffix));
  for (const suffix of there) renameSync(path + suffix, name + suffix);
  return there.length > 0 ? name : undefined;
}
