import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from '../errors';
import { diskFullAt, isBusy, isFull } from '../store/database/availability';
import { Connection } from '../store/database/connection';
import { migrate } from '../store/database/migrate';
import { databasePath } from '../store/database/open';
import { lockForServer } from '../store/files/file-lock';
import { syncFile, syncFolder } from '../store/files/sync';
import type { Backup } from './backup-list';
import { bringCovers } from './cover-files';
import { createBackup, freeName } from './create-backup';
import { countRows, reading } from './database-checks';
import { fileNames } from './manifest';
import { verifyBackup } from './verification';

type Rows = Readonly<Record<string, number>>;

export interface Restored {
  /** Row counts by table; undefined without a readable catalog. */
  readonly before: Rows | undefined;
  readonly after: Rows;
  /** Migrations applied to the backup. */
  readonly migrated: readonly string[];
  /** The backup of the previous catalog. */
  readonly replaced: Backup | undefined;
  /** The path of the previous database, if it was damaged. */
  readonly damaged: string | undefined;
  /** Where backups of this catalog are not copied any more, since another catalog may still copy there. */
  readonly leftTarget: string | undefined;
  readonly findings: readonly string[];
}

export interface RestoreTarget {
  readonly data: string;
  readonly backups: string;
}

/**
 * Restores a backup. At every moment, the old or the new catalog is complete in place: the new database is staged beside it,
 * migrated and synced before it is renamed.
 * @throws {SetupError} if the backup has faults, or the catalog is in use; nothing is changed then
 */
export function restoreBackup(backup: Backup, target: RestoreTarget): Restored {
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
 * Verifies a backup.
 * @returns its findings
 * @throws {SetupError} if it cannot be restored
 */
export function requireRestorable(backup: Backup): readonly string[] {
  const { faults, findings } = verifyBackup(backup);
  if (faults.length === 0) return findings;
  throw new SetupError(
    `${backup.name} cannot be restored: ${faults.join(' ')} Nothing was changed. Run leitmotif backup list to list other backups.`,
  );
}

/** Row counts of the current catalog, to show what would be replaced. */
export function rowsThere(data: string): Rows | undefined {
  const path = databasePath(data);
  try {
    return existsSync(path) ? reading(path, countRows) : undefined;
  } catch {
    return undefined;
  }
}

function putInPlace(backup: Backup, target: RestoreTarget, findings: readonly string[]): Restored {
  const path = databasePath(target.data);
  // Also replaces the leftover of a killed process.
  const staged = `${path}.restored.new`;
  let locked: LockedDatabase | undefined;
  try {
    const isTrial = !existsSync(path);
    const { migrated, leftTarget } = stage(join(backup.path, fileNames.database), staged, isTrial);
    locked = lockDatabase(path);
    const replaced = locked?.connection && keepReplaced(path, target, locked.connection);
    const before = replaced?.rows;
    bringCovers({ from: join(backup.path, fileNames.covers), to: join(target.data, fileNames.covers) });
    const damaged = locked?.connection ? undefined : moveAway(path);
    renameSync(staged, path);
    syncFolder(dirname(path));
    return { before, after: reading(path, countRows), migrated, replaced, damaged, leftTarget, findings };
  } finally {
    locked?.release();
    for (const file of [staged, `${staged}-wal`, `${staged}-shm`, `${staged}-journal`]) rmSync(file, { force: true });
  }
}

/**
 * Stages and migrates the database.
 * @param isTrial whether nothing is replaced: retention would delete the copies of the catalog that goes on elsewhere
 * @returns the applied migrations, and the target of copies that was left
 */
function stage(from: string, to: string, isTrial: boolean): { migrated: string[]; leftTarget: string | undefined } {
  for (const file of [to, `${to}-wal`, `${to}-shm`, `${to}-journal`]) rmSync(file, { force: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  chmodSync(to, 0o600);
  const database = new Connection(to, { readwrite: true });
  let migrated: string[];
  let leftTarget: string | undefined;
  try {
    migrated = migrate(database);
    if (isTrial) leftTarget = database.get<{ value: string }>(leaving)?.value || undefined;
    database.run('PRAGMA journal_mode = WAL');
  } finally {
    database.close(true);
  }
  syncFile(to);
  return { migrated, leftTarget };
}

const leaving = "DELETE FROM setting WHERE name = 'backup_target' RETURNING value";

/** The previous catalog becomes an ordinary backup. */
const keepReplaced = (database: string, { data, backups }: RestoreTarget, connection: Connection): Backup =>
  createBackup({ database, covers: join(data, fileNames.covers), folder: backups, reason: 'replaced', extent: 'all' }, connection);

/**
 * Keeps an unreadable database with its log under another name. Also moves a log without database, which SQLite would apply to
 * the new one.
 */
function moveAway(path: string): string | undefined {
  const name = `${path}.damaged-${freeName(dirname(path))}`;
  const there = ['', '-wal', '-journal', '-shm'].filter((suffix) => existsSync(path + suffix));
  for (const suffix of there) renameSync(path + suffix, name + suffix);
  return there.length > 0 ? name : undefined;
}

/** A database about to be replaced: locked against others, all of it in one file. */
export interface LockedDatabase {
  /** Undefined if it cannot be read. */
  readonly connection: Connection | undefined;
  release(): void;
}

/** Reading commands take less. */
const patienceMilliseconds = 2_000;

/**
 * Locks a database and checkpoints its log.
 * @returns undefined if there is none
 * @throws {SetupError} if another program uses it
 */
export function lockDatabase(path: string): LockedDatabase | undefined {
  if (!existsSync(path)) return undefined;
  const connection = new Connection(path, { readwrite: true });
  const release = () => connection.close();
  try {
    connection.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    connection.run('PRAGMA journal_mode = DELETE');
    // Locks out others from the first write until it is closed.
    connection.run('PRAGMA locking_mode = EXCLUSIVE');
    connection.run('BEGIN EXCLUSIVE');
    connection.run('COMMIT');
    connection.get('SELECT count(*) FROM sqlite_schema');
    return { connection, release };
  } catch (error) {
    release();
    if (isBusy(error)) throw new SetupError(`Another program uses ${path}. Wait until it ends, or stop it, and try again.`);
    return { connection: undefined, release() {} };
  }
}
