import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { conflict, SetupError } from '../errors';
import { diskFullAt, isFull, readOnlyDisk } from '../store/database/availability';
import { type FileLock, takeFileLock } from '../store/files/file-lock';
import { freeBytes } from '../store/files/free-bytes';
import { syncFile, syncFolder } from '../store/files/sync';
import { now } from '../store/values/time';
import { serverVersion } from '../version';
import { type Backup, listBackups, lockOf } from './backup-list';
import { bringCovers } from './covers-along';
import { type Checked, checkDatabase, reading } from './database-checks';
import { filesBelow, readSums, sha256Of, writeSums } from './integrity';
import { fileNames, type Manifest, writeManifest } from './manifest';
import { copyUsersAlone } from './users-alone';

/** What is to be backed up, and where. */
export interface BackupTask extends Pick<Manifest, 'reason' | 'extent'> {
  /** The file of the database. */
  readonly database: string;
  /** The folder of covers. */
  readonly covers: string;
  readonly folder: string;
}

/**
 * Makes a backup while others read and write, and gives back what it holds. All of it is on the disk, checked, before it
 * is there under its name. It waits for the disk on the spot: a server has a thread do it.
 * @param connection to the database, where nobody else may have one meanwhile, or nobody can, since its file was deleted
 * @throws {DomainError} conflict, where another one is being made
 * @throws {SetupError} where the database is damaged, or the disk has no room
 */
export function createBackup(task: BackupTask, connection?: Database): Backup {
  try {
    return withBackupLock(task.folder, () => make(task, connection));
  } catch (error) {
    throw asSentence(error, task);
  }
}

function make(task: BackupTask, connection?: Database): Backup {
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

/** Has a folder of backups to itself for some work, and clears away what killed ones left in it. */
export function withBackupLock<T>(folder: string, work: () => T): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock: FileLock | undefined = takeFileLock(lockOf(folder));
  if (!lock) throw conflict('backup_busy', { folder });
  try {
    for (const name of readdirSync(folder)) if (/^\..+\.part$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
    return work();
  } finally {
    lock.release();
  }
}

/** Made of the moment, in UTC: names sort as they were made. Two of one second differ in a number. */
export function freeName(folder: string): string {
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(join(folder, candidate))) return candidate;
  }
}

/** Covers before and after the database: none is missing that it names, also where one is replaced meanwhile. */
function fill(part: string, { database, covers, folder, reason, extent }: BackupTask, connection?: Database): Manifest {
  const [copy, coverCopies] = [join(part, fileNames.database), join(part, fileNames.covers)];
  const earlier = listBackups(folder).find((backup) => backup.extent === 'all')?.path;
  const folders = { from: covers, earlier: earlier && join(earlier, fileNames.covers), to: coverCopies };
  const made_at = now();
  if (extent === 'all') bringCovers(folders);
  if (extent === 'all') copyDatabase(database, copy, connection);
  else copyUsersAlone(database, copy);
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

/**
 * Copies a database in one read of it, past which others write: their log grows meanwhile, and nobody waits. Only a page
 * at a time is in memory.
 */
function copyDatabase(from: string, to: string, connection?: Database): void {
  // SQLite takes an empty file that is there, and leaves its mode.
  closeSync(openSync(to, 'wx', 0o600));
  const copy = (database: Database) => database.query('VACUUM INTO ?').run(to);
  connection ? copy(connection) : reading(from, copy);
}

/** Those that releases have, and those that a person can take back. */
const namedCovers = (path: string): ReadonlySet<string> =>
  new Set(reading(path, (database) => database.query(wantedCovers).values().flat() as string[]));

const wantedCovers = 'SELECT hash FROM release_cover UNION SELECT hash FROM unnamed_cover WHERE kept_until IS NOT NULL';

function requireSound(path: string): Checked {
  const checked = checkDatabase(path);
  if (checked.damage.length === 0) return checked;
  throw damaged(checked.damage[0] ?? '');
}

const damaged = (how: string): SetupError =>
  new SetupError(
    `The database is damaged and was not backed up: ${how}. Run leitmotif backup list to list backups and leitmotif restore NAME to restore one.`,
  );

/** For a person, who can make room, or has to restore. */
function asSentence(error: unknown, { folder, database }: BackupTask): unknown {
  const { code, message } = error as { code?: unknown; message: string };
  if (isFull(error)) return isOfDatabase(code, folder, dirname(database)) ? diskFullAt(database) : noRoom(folder);
  return /^SQLITE_(CORRUPT|NOTADB)/.test(String(code)) ? damaged(message) : (readOnlyDisk(error) ?? error);
}

/** Whether the disk that is full is that of the database, which a read needs too for the index of its log, and not that of the backups. */
function isOfDatabase(code: unknown, folder: string, data: string): boolean {
  // A disk that is full has no room for the folder either.
  if (!existsSync(folder) || statSync(folder).dev === statSync(data).dev) return false;
  return code === 'SQLITE_IOERR_SHMSIZE' || freeBytes(data) < leastRoom;
}

/** What SQLite and its log take for a read at most, in bytes. */
const leastRoom = 65_536;

/** A file that is one with that of an earlier backup has the same sum. */
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

/** A database is never larger in a backup. What covers take where they cannot be linked is seen when it is missing. */
function requireRoom({ database, folder }: BackupTask): void {
  // One that was deleted while it is open takes room that nobody can ask for by its name.
  const bytes = [database, `${database}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const needed = bytes.reduce((sum, one) => sum + one, 0);
  if (freeBytes(folder) < needed) throw noRoom(folder, needed);
}

/** @param needed how many bytes a backup takes at most, where that is known */
const noRoom = (folder: string, needed?: number): SetupError => {
  const room = needed === undefined ? 'no room' : `only ${megabytes(freeBytes(folder))} left, too little`;
  const size = needed === undefined ? '' : ` of up to ${megabytes(needed)}`;
  return new SetupError(`The disk of ${folder} has ${room} for a backup${size}. Free some space, or set another folder with --backups.`);
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
