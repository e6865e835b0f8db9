import type { Database } from 'bun:sqlite';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupFolder, listBackups } from '../backups/backup-list';
import { hashOf } from '../backups/covers-along';
import { reading } from '../backups/database-checks';
import { filesBelow, readSums, sha256Of } from '../backups/integrity';
import { lastGood } from '../backups/verification';
import { type Settings, settings as settingNames } from '../config';
import { quoted } from '../config/paths';
import { counted } from '../counted';
import { databasePath } from '../store/database/open';
import { accessFault, foldersWithoutRoom, spaceFault } from '../store/files/free-bytes';
import { folderOf, placeOf, placeUnknown } from '../store/files/network-file-system';
import { isMuchUnused, spaceOf } from '../store/files/unused-space';

/** What is looked at around a database; each gives what it finds, in sentences. */
export const surroundings = {
  'file modes': openFiles,
  'file owners': filesOfRoot,
  'disk space': littleRoom,
  'unused space': unusedSpace,
  'file system': networkFileSystem,
  covers: wrongCovers,
  backups: lateBackups,
} satisfies Readonly<Record<string, (settings: Settings) => readonly string[]>>;

/** What others on this machine may read. A directory that is closed to them closes all that is in it. */
function openFiles({ data }: Settings): string[] {
  // Windows keeps its permissions elsewhere.
  if (process.platform === 'win32' || !isOpen(data)) return [];
  const path = databasePath(data);
  const files = [path, `${path}-wal`, ...['covers', 'backups'].map((name) => join(data, name))];
  return files.filter((file) => existsSync(file) && isOpen(file)).map((file) => `Other users of this machine can read ${file}.`);
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

/** Files that the superuser left, by a command or a copy, among those of another user, who runs the server. */
function filesOfRoot(settings: Settings): string[] {
  const { data } = settings;
  const owner = serviceUser(data);
  if (!owner) return [];
  return [...new Set([data, backupFolder(settings)])].flatMap((folder) => {
    // Backups within the directory of data are among its files.
    const paths = folder !== data && folder.startsWith(join(data, '/')) ? [] : closedByRoot(folder, owner);
    const [first] = paths;
    if (first === undefined) return [];
    const which = paths.length === 1 ? `${first} belongs` : `${first} and ${counted(paths.length - 1, 'other')} belong`;
    return [
      `${which} to root, and user ${owner.uid}, who owns the catalog, cannot write there. Run: sudo chown -R ${owner.uid}:${owner.gid} ${quoted(folder)}`,
    ];
  });
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Who owns the directory or else the database, where that is not root. */
export function serviceUser(data: string): Owner | undefined {
  return [data, databasePath(data)].map((path) => statSync(path, { throwIfNoEntry: false })).find((status) => status && status.uid !== 0);
}

/** What root owns in a folder, itself included, and a user cannot write. */
export function closedByRoot(folder: string, { gid }: Owner): string[] {
  if (!existsSync(folder)) return [];
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
  return paths.filter((path) => {
    // A file may go meanwhile, as the log of the database does.
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status?.uid === 0 && !status.isSymbolicLink() && (status.mode & (status.gid === gid ? 0o022 : 0o002)) === 0;
  });
}

/** As `/readyz` says it, with the folders. */
function littleRoom(settings: Settings): string[] {
  const path = databasePath(settings.data);
  const faults = [accessFault(path), spaceFault(path)].filter((fault) => fault !== undefined);
  const folders = foldersWithoutRoom(path, [settings.data, backupFolder(settings)]);
  return [...faults, ...folders.map((folder) => `The disk of ${folder} has less free space than twice the size of the database.`)];
}

/** What rows have left is used again by what comes, but not by others on this disk. */
function unusedSpace({ data }: Settings): string[] {
  const space = reading(databasePath(data), spaceOf);
  const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
  if (!isMuchUnused(space)) return [];
  const all = space.used + space.unused;
  return [
    `${megabytes(space.unused)} of ${megabytes(all)} MB of the database are unused. Run leitmotif doctor --fix while the server is stopped to reclaim them.`,
  ];
}

/** Locks of SQLite are not to be trusted there, and its log cannot be shared (https://www.sqlite.org/wal.html). */
function networkFileSystem({ data, dataOnNetwork }: Settings): string[] {
  const { network, mayBeNetwork } = placeOf(folderOf(data));
  if (network !== undefined)
    return [`The database is on a network file system (${network}), which can corrupt it. Move it to a local disk.`];
  if (!mayBeNetwork || dataOnNetwork === 'allow') return [];
  return [`${placeUnknown(folderOf(data))} If it is local, set ${settingNames.dataOnNetwork.environment}=allow.`];
}

/** Files that releases name and that are missing, and files that are not as they were in the last backup. */
function wrongCovers(settings: Settings): string[] {
  const folder = join(settings.data, 'covers');
  const files = filesBelow(folder);
  const there = new Set(files.map(hashOf));
  const named = reading(databasePath(settings.data), (database) =>
    database.query("SELECT 1 FROM sqlite_schema WHERE name = 'release_cover'").get()
      ? (database.query('SELECT DISTINCT hash FROM release_cover').values().flat() as string[])
      : [],
  );
  const missing = named.filter((hash) => !there.has(hash)).length;
  const last = lastGood(listBackups(backupFolder(settings)));
  const sums = last ? readSums(last.path) : new Map<string, string>();
  const changed = files.filter((file) => sums.has(`covers/${file}`) && sums.get(`covers/${file}`) !== sha256Of(join(folder, file)));
  return [
    ...(missing === 0 ? [] : [`The files of ${counted(missing, 'cover')} are missing.`]),
    ...changed.map((file) => `covers/${file} differs from the last good backup.`),
  ];
}

const hourMilliseconds = 3_600_000;

function lateBackups(settings: Settings): string[] {
  const folder = backupFolder(settings);
  const left = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : [];
  const all = listBackups(folder);
  const last = lastGood(all);
  const none = all.length === 0 ? 'No backup yet.' : 'No good backup of the whole catalog.';
  const age = last ? (Date.now() - Date.parse(last.made_at)) / hourMilliseconds : Number.POSITIVE_INFINITY;
  return [
    ...(settings.backupEvery > 0 && age > 2 * settings.backupEvery
      ? [last ? `The last good backup is ${counted(age, 'hour')} old.` : none]
      : []),
    ...(left.length > 0
      ? [`${counted(left.length, 'backup is', 'backups are')} incomplete. The next backup removes ${left.length === 1 ? 'it' : 'them'}.`]
      : []),
  ];
}

export interface Size {
  readonly name: string;
  readonly type: 'table' | 'index';
  /** The table that an index is of. */
  readonly table: string;
  readonly bytes: number;
  /** How many of the bytes have nothing in them: pages are rarely full. */
  readonly unused: number;
}

/** The largest first. Reads the whole file (https://www.sqlite.org/dbstat.html). */
export const sizesOf = (database: Database): Size[] =>
  database
    .query(
      `SELECT s.name, coalesce(o.type, 'table') AS type, coalesce(o.tbl_name, s.name) AS "table", s.pgsize AS bytes, s.unused
       FROM dbstat AS s LEFT JOIN sqlite_schema AS o ON o.name = s.name WHERE s.aggregate = 1 ORDER BY s.pgsize DESC, s.name`,
    )
    .all() as Size[];
