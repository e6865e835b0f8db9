import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conflict, SetupError } from '../errors';
import { diskFullAt, isFull, readOnlyDisk } from '../store/database/availability';
import type { Connection } from '../store/database/connection';
import { freeBytes } from '../store/files/disk-space';
import { type FileLock, takeFileLock } from '../store/files/file-lock';
import { syncFile, syncFolder } from '../store/files/sync';
import { now } from '../store/values/dates';
import { serverVersion } from '../version';
import { type Backup, isPartFolder, listBackups, lockOf, makeBackupFolder } from './backup-list';
import { bringCovers } from './cover-files';
import { type Checked, checkDatabase, reading } from './database-checks';
import { filesBelow, readSums, sha256Of, writeSums } from './integrity';
import { fileNames, type Manifest, writeManifest } from './manifest';
import { copyUsersOnly } from './users-only';

export interface BackupTask extends Pick<Manifest, 'reason' | 'extent'> {
  /** Path of the database file. */
  readonly database: string;
  readonly covers: string;
  readonly folder: string;
}

/**
 * Creates a backup while others read and write. It is checked and synced before it gets its name. Blocks on the disk, so servers
 * run this in a worker.
 * @param connection to the database, if no other may be opened or its file was deleted
 * @throws {DomainError} conflict, if another backup is running
 * @throws {SetupError} if the database is damaged or the disk is full
 */
export function createBackup(task: BackupTask, connection?: Connection): Backup {
  try {
    return withBackupLock(task.folder, () => make(task, connection));
  } catch (error) {
    throw asSentence(error, task);
  }
}

function make(task: BackupTask, connection?: Connection): Backup {
  const name = freeName(task.folder);
  const part = join(task.folder, `.${name}.part`);
  try {
    requireRoom(task);
    mkdirSync(part, { mode: 0o700 });
    const manifest = fill(part, task, connection);
    writeManifest(part, manifest);
    syncFolder(part);
    renameSync(part, join(task.folder, name));
    syncFolder(task.folder);
    return { ...manifest, name, path: join(task.folder, name) };
  } catch (error) {
    if (existsSync(part)) rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

/** Runs work with the backup folder locked, after removing leftovers of killed processes. */
export function withBackupLock<T>(folder: string, work: () => T): T {
  makeBackupFolder(folder);
  const lock: FileLock | undefined = takeFileLock(lockOf(folder));
  if (!lock) throw conflict('backup_busy', { folder });
  try {
    for (const name of readdirSync(folder)) if (isPartFolder(name)) rmSync(join(folder, name), { recursive: true, force: true });
    return work();
  } finally {
    lock.release();
  }
}

/** From the current UTC time, so names sort by age. A number tells apart two of one second. */
export function freeName(folder: string): string {
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(join(folder, candidate))) return candidate;
  }
}

/** Copies covers before and after the database, so that none it names is missing, even one replaced meanwhile. */
function fill(part: string, { database, covers, folder, reason, extent }: BackupTask, connection?: Connection): Manifest {
  const [copy, coverCopies] = [join(part, fileNames.database), join(part, fileNames.covers)];
  const earlier = listBackups(folder).find((backup) => backup.extent === 'all')?.path;
  const folders = { from: covers, earlier: earlier && join(earlier, fileNames.covers), to: coverCopies };
  const made_at = now();
  if (extent === 'all') bringCovers(folders);
  if (extent === 'all') copyDatabase(database, copy, connection);
  else copyUsersOnly(database, copy);
  bringCovers(extent === 'all' ? folders : { ...folders, hashes: namedCovers(copy) });
  const checked = requireSound(copy);
  syncFile(copy);
  const files = [fileNames.database, ...filesBelow(coverCopies).map((file) => `${fileNames.covers}/${file}`)];
  writeSums(part, sumsOf(part, files, earlier));
  for (const inner of foldersOf(files)) syncFolder(join(part, inner));
  return {
    made_at,
    reason,
    extent,
    program_version: serverVersion,
    schema_version: checked.schemaVersion,
    sequence: checked.sequence,
    rows: checked.rows,
    findings: [...checked.findings],
    bytes: files.reduce((sum, file) => sum + statSync(join(part, file)).size, 0),
    covers: files.length - 1,
    sums_sha256: sha256Of(join(part, fileNames.sums)),
  };
}

/** Copies a database in one read transaction, a page at a time. Writers continue, and their log grows. */
function copyDatabase(from: string, to: string, connection?: Connection): void {
  // SQLite accepts an empty file and keeps its mode.
  closeSync(openSync(to, 'wx', 0o600));
  const copy = (database: Connection) => database.change('VACUUM INTO :to', { to });
  connection ? copy(connection) : reading(from, copy);
}

/** Covers of releases, photos of copies, and those that can be restored. */
const namedCovers = (path: string): ReadonlySet<string> =>
  new Set(reading(path, (database) => database.all<{ hash: string }>(wantedCovers).map(({ hash }) => hash)));

const wantedCovers = `SELECT hash FROM release_cover UNION SELECT hash FROM item_photo
  UNION SELECT hash FROM unnamed_cover WHERE kept_until IS NOT NULL`;

function requireSound(path: string): Checked {
  const checked = checkDatabase(path);
  if (checked.damage.length === 0) return checked;
  throw damaged(checked.damage[0] ?? '');
}

const damaged = (how: string): SetupError =>
  new SetupError(
    `The database is damaged and was not backed up: ${how}. Run leitmotif backup list to list backups and leitmotif restore NAME to restore one.`,
  );

/** A sentence that tells an operator what to do. */
function asSentence(error: unknown, { folder, database }: BackupTask): unknown {
  const { code, message } = error as { code?: unknown; message: string };
  if (isFull(error)) return isOfDatabase(code, folder, dirname(database)) ? diskFullAt(database) : noRoom(folder);
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) ? damaged(message) : (readOnlyDisk(error) ?? error);
}

/** Whether the database disk is full, which reads need for the log index, and not the backup disk. */
function isOfDatabase(code: unknown, folder: string, data: string): boolean {
  // A full disk may not even have room for the folder.
  if (!existsSync(folder) || statSync(folder).dev === statSync(data).dev) return false;
  return code === 'SQLITE_IOERR_SHMSIZE' || freeBytes(data) < leastRoom;
}

/** Bytes that SQLite needs at most for a read. */
const leastRoom = 65_536;

/** Files hard-linked to an earlier backup keep its checksum. */
function sumsOf(part: string, files: readonly string[], earlier: string | undefined): Map<string, string> {
  const known = earlier === undefined ? new Map<string, string>() : readSums(earlier);
  const isSame = (file: string): boolean => {
    const before = earlier === undefined ? undefined : statSync(join(earlier, file), { throwIfNoEntry: false });
    const { ino, dev } = statSync(join(part, file));
    return before !== undefined && ino !== 0 && before.ino === ino && before.dev === dev;
  };
  return new Map(files.map((file) => [file, (isSame(file) ? known.get(file) : undefined) ?? sha256Of(join(part, file))]));
}

const foldersOf = (files: readonly string[]): Set<string> => new Set(files.flatMap((file) => ancestorsOf(file)));

const ancestorsOf = (file: string): string[] =>
  file.split('/').flatMap((_, index, parts) => (index === 0 ? [] : [parts.slice(0, index).join('/')]));

/** Checks room for the database only. Room for covers that cannot be linked shows when it runs out. */
function requireRoom({ database, folder }: BackupTask): void {
  // The size of a deleted but open file cannot be read by name.
  const bytes = [database, `${database}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const needed = bytes.reduce((sum, size) => sum + size, 0);
  if (freeBytes(folder) < needed) throw noRoom(folder, needed);
}

/** @param needed bytes, if known */
const noRoom = (folder: string, needed?: number): SetupError => {
  const room = needed === undefined ? 'no room' : `only ${megabytes(freeBytes(folder))} left, too little`;
  const size = needed === undefined ? '' : ` of up to ${megabytes(needed)}`;
  return new SetupError(`The disk of ${folder} has ${room} for a backup${size}. Free some space, or set another folder with --backups.`);
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
