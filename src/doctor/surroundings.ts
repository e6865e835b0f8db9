import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backupFolder, listBackups } from '../backups/backup-list';
import { hashOf } from '../backups/cover-files';
import { coversIn, reading } from '../backups/database-checks';
import { filesBelow, readSums, sha256Of } from '../backups/integrity';
import { lastGood } from '../backups/verification';
import { type Settings, variableOf } from '../config';
import { quoted } from '../config/paths';
import { pluralize } from '../pluralize';
import type { Connection } from '../store/database/connection';
import { databasePath } from '../store/database/open';
import { accessFault, foldersWithoutRoom, spaceFault } from '../store/files/disk-space';
import { fileSystemOf, folderOf, placeUnknown } from '../store/files/network-file-system';
import { isMuchUnused, spaceOf } from '../store/files/unused-space';

/** Checks of the surroundings of a database, each returning findings in sentences. */
export const surroundings = {
  'file modes': openFiles,
  'file owners': filesOfRoot,
  'disk space': littleRoom,
  'unused space': unusedSpace,
  'file system': networkFileSystem,
  covers: wrongCovers,
  backups: lateBackups,
} satisfies Readonly<Record<string, (settings: Settings) => readonly string[]>>;

/** Files that other users can read. A closed directory protects its content. */
function openFiles({ data }: Settings): string[] {
  // Windows permissions work differently.
  if (process.platform === 'win32' || !isOpen(data)) return [];
  const path = databasePath(data);
  const files = [path, `${path}-wal`, ...['covers', 'backups'].map((name) => join(data, name))];
  return files.filter((file) => existsSync(file) && isOpen(file)).map((file) => `Other users of this machine can read ${file}.`);
}

const isOpen = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

/** Files of root, left by commands or copies, in the directory of another user who runs the server. */
function filesOfRoot(settings: Settings): string[] {
  const { data } = settings;
  const owner = serviceUser(data);
  if (!owner) return [];
  return [...new Set([data, backupFolder(settings)])].flatMap((folder) => {
    // A backup folder inside the data directory is covered by it.
    const paths = folder !== data && folder.startsWith(join(data, '/')) ? [] : closedByRoot(folder, owner);
    const [first] = paths;
    if (first === undefined) return [];
    const which = paths.length === 1 ? `${first} belongs` : `${first} and ${pluralize(paths.length - 1, 'other')} belong`;
    return [
      `${which} to root, and user ${owner.uid}, who owns the catalog, cannot write there. Run: sudo chown -R ${owner.uid}:${owner.gid} ${quoted(folder)}`,
    ];
  });
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The owner of the directory or database, if not root. */
export function serviceUser(data: string): Owner | undefined {
  return [data, databasePath(data)].map((path) => statSync(path, { throwIfNoEntry: false })).find((status) => status && status.uid !== 0);
}

/** Paths owned by root that a user cannot write, including the folder itself. */
export function closedByRoot(folder: string, { gid }: Owner): string[] {
  if (!existsSync(folder)) return [];
  const paths = [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))];
  return paths.filter((path) => {
    // Files such as the log may disappear meanwhile.
    const status = lstatSync(path, { throwIfNoEntry: false });
    return status?.uid === 0 && !status.isSymbolicLink() && (status.mode & (status.gid === gid ? 0o022 : 0o002)) === 0;
  });
}

/** Like `/readyz`, naming the folders. */
function littleRoom(settings: Settings): string[] {
  const path = databasePath(settings.data);
  const faults = [accessFault(path), spaceFault(path)].filter((fault) => fault !== undefined);
  const folders = foldersWithoutRoom(path, [settings.data, backupFolder(settings)]);
  return [...faults, ...folders.map((folder) => `The disk of ${folder} has less free space than twice the size of the database.`)];
}

/** Unused pages are reused, but not available to other files. */
function unusedSpace({ data }: Settings): string[] {
  const space = reading(databasePath(data), spaceOf);
  const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
  if (!isMuchUnused(space)) return [];
  const all = space.used + space.unused;
  return [
    `${megabytes(space.unused)} of ${megabytes(all)} MB of the database are unused. Run leitmotif doctor --fix while the server is stopped to reclaim them.`,
  ];
}

/** SQLite's locks are unreliable there, and its log cannot be shared (https://www.sqlite.org/wal.html). */
function networkFileSystem({ data, dataOnNetwork }: Settings): string[] {
  const { network, mayBeNetwork } = fileSystemOf(folderOf(data));
  if (network !== undefined)
    return [`The database is on a network file system (${network}), which can corrupt it. Move it to a local disk.`];
  if (!mayBeNetwork || dataOnNetwork === 'allow') return [];
  return [`${placeUnknown(folderOf(data))} If it is local, set ${variableOf('dataOnNetwork')}=allow.`];
}

/** Missing cover files, and files that differ from the last backup. */
function wrongCovers(settings: Settings): string[] {
  const folder = join(settings.data, 'covers');
  const files = filesBelow(folder);
  const there = new Set(files.map(hashOf));
  const missing = reading(databasePath(settings.data), coversIn).filter((hash) => !there.has(hash)).length;
  const last = lastGood(listBackups(backupFolder(settings)));
  const sums = last ? readSums(last.path) : new Map<string, string>();
  const changed = files.filter((file) => sums.has(`covers/${file}`) && sums.get(`covers/${file}`) !== sha256Of(join(folder, file)));
  return [
    ...(missing === 0 ? [] : [`The files of ${pluralize(missing, 'cover')} are missing.`]),
    ...changed.map((file) => `covers/${file} differs from the last good backup.`),
  ];
}

/** A new catalog has no backup before its first is due. */
const createdAt = (database: Connection): string => database.get<{ at: string }>('SELECT min(applied_at) AS at FROM migration')?.at ?? '';

const hourMilliseconds = 3_600_000;

function lateBackups(settings: Settings): string[] {
  const folder = backupFolder(settings);
  const left = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : [];
  const all = listBackups(folder);
  const last = lastGood(all);
  const none = all.length === 0 ? 'No backup yet. Run leitmotif backup create.' : 'No good backup of the whole catalog.';
  const since = last?.made_at ?? (all.length === 0 ? reading(databasePath(settings.data), createdAt) : undefined);
  const age = since === undefined ? Number.POSITIVE_INFINITY : (Date.now() - Date.parse(since)) / hourMilliseconds;
  return [
    ...(settings.backupEvery > 0 && age > 2 * settings.backupEvery
      ? [last ? `The last good backup is ${pluralize(age, 'hour')} old.` : none]
      : []),
    ...(left.length > 0
      ? [`${pluralize(left.length, 'backup is', 'backups are')} incomplete. The next backup removes ${left.length === 1 ? 'it' : 'them'}.`]
      : []),
  ];
}

export interface Size {
  readonly name: string;
  readonly type: 'table' | 'index';
  readonly table: string;
  readonly bytes: number;
  /** Unused bytes: pages are rarely full. */
  readonly unused: number;
}

/** Largest first. Reads the whole file (https://www.sqlite.org/dbstat.html). */
export const sizesOf = (database: Connection): Size[] =>
  database.all<Size>(
    `SELECT s.name, coalesce(o.type, 'table') AS type, coalesce(o.tbl_name, s.name) AS "table", s.pgsize AS bytes, s.unused
    FROM dbstat AS s LEFT JOIN sqlite_schema AS o ON o.name = s.name WHERE s.aggregate = 1 ORDER BY s.pgsize DESC, s.name`,
  );
