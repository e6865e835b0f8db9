import type { Database } from 'bun:sqlite';
import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { quoted } from '../../config/paths';
import { SetupError } from '../../errors';
import { refuseUnknown, schemaVersion } from './migrate';

/** PRAGMA application_id that marks our files: "Leit" in ASCII. */
export const applicationId = 0x4c656974;

/** Hint for backups that copied only one of the files. */
const copyBoth = (path: string): string => `${basename(path)} and ${basename(path)}-wal belong together: copy both.`;

/** How to restore a missing or damaged catalog; ends the messages of all commands. */
export function waysBack(dataDirectory: string): string {
  const data = quoted(dataDirectory);
  return `To restore a backup, run leitmotif backup list --data ${data} and leitmotif restore NAME --data ${data}.`;
}

/**
 * Reads the file header (https://www.sqlite.org/fileformat.html, section 1.3) without opening the database, and tells whether
 * the file exists.
 * @throws {SetupError} for another format or a truncated file
 */
export function inspectFile(path: string): boolean {
  const size = sizeOf(path);
  const hasLog = (sizeOf(`${path}-wal`) ?? 0) > 0;
  if (size === undefined) return isMadeMeanwhile(path);
  if (size === 0) {
    throw new SetupError(
      hasLog
        ? `${path} is empty but ${basename(path)}-wal is not: copy both. ${waysBack(dirname(path))}`
        : `${path} is empty. Delete it to start with a new catalog. ${waysBack(dirname(path))}`,
    );
  }
  requireOneName(path);
  const header = headerOf(path);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw new SetupError(`${path} is not a database. Move it away, or set another directory with --data. ${waysBack(dirname(path))}`);
  }
  if (header.readUInt32BE(68) !== applicationId) {
    throw new SetupError(`${path} is a database of another program. Move it away, or set another directory with --data.`);
  }
  const version = header.readUInt32BE(60);
  refuseUnknown(version);
  if (version === 0 && !hasLog) throw tableless(path);
  const bytes = header.readUInt32BE(28) * (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16));
  // The log may hold pages missing from the file; that is checked once the database is open.
  if (size < bytes && !hasLog)
    throw new SetupError(`${path} is damaged: it ends after ${size} of ${bytes} bytes. ${waysBack(dirname(path))}`);
  return true;
}

/**
 * A log without a database, even empty, belongs to one that was deleted. A new database gets its log after its name, so the file
 * is looked for once more.
 */
function isMadeMeanwhile(path: string): boolean {
  const left = [`${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));
  if (left.length === 0) return false;
  if (existsSync(path)) return inspectFile(path);
  const names = left.map((file) => basename(file)).join(' and ');
  throw new SetupError(
    `${path} is missing, but ${names} ${left.length === 1 ? 'exists' : 'exist'}. ${copyBoth(path)} To start with a new catalog, move ${names} away. ${waysBack(dirname(path))}`,
  );
}

/** A file with two names would have two independent logs. A second name may also be left by the program that created the file. */
function requireOneName(path: string): void {
  const { ino, nlink } = statSync(path);
  if (nlink === 1) return;
  const ours = readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.new'));
  const sameFile = ours.filter((name) => statSync(join(dirname(path), name), { throwIfNoEntry: false })?.ino === ino);
  if (statSync(path).nlink - sameFile.length <= 1) return;
  throw new SetupError(
    `${path} is a hard link. Another program could write to it under its other name and corrupt it. Copy it to a separate file.`,
  );
}

/**
 * Checks a database through its log, which may hold the newest schema and pages.
 * @throws {SetupError} if it is newer than this program, empty or truncated
 */
export function inspectOpened(path: string, connection: Database): void {
  const version = schemaVersion(connection);
  refuseUnknown(version);
  if (version === 0) throw tableless(path);
  connection.run('BEGIN');
  try {
    requireWhole(path, connection);
  } finally {
    connection.run('ROLLBACK');
  }
}

/** Every page is in the file or the log. The caller's transaction freezes the log. */
function requireWhole(path: string, connection: Database): void {
  const { page_count: pages } = connection.query('PRAGMA page_count').get() as { page_count: number };
  const { page_size: pageSize } = connection.query('PRAGMA page_size').get() as { page_size: number };
  const size = sizeOf(path) ?? 0;
  const inFile = Math.floor(size / pageSize);
  if (inFile >= pages || pagesInLog(`${path}-wal`, inFile) >= pages - inFile) return;
  // Unused pages may never have been written, so a full check decides.
  const { quick_check } = connection.query('PRAGMA quick_check(1)').get() as { quick_check: string };
  if (quick_check !== 'ok') {
    throw new SetupError(
      `${path} is damaged: it ends after ${size} of ${pages * pageSize} bytes, and its write-ahead log does not have the rest. ${waysBack(dirname(path))}`,
    );
  }
}

/** Number of distinct pages in the log beyond the file's (https://www.sqlite.org/fileformat.html, section 4). */
function pagesInLog(log: string, first: number): number {
  const found = new Set<number>();
  const file = openSync(log, 'r');
  try {
    const header = Buffer.alloc(32);
    if (readSync(file, header, 0, 32, 0) < 32) return 0;
    const frame = Buffer.alloc(24);
    for (let at = 32; readSync(file, frame, 0, 24, at) === 24; at += 24 + header.readUInt32BE(8)) {
      // Frames of an earlier round have other salts.
      if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
      if (frame.readUInt32BE(0) > first) found.add(frame.readUInt32BE(0));
    }
  } finally {
    closeSync(file);
  }
  return found.size;
}

/** Whether SQLite writes files beside the database even to read it. */
export const isInWalMode = (path: string): boolean => headerOf(path).subarray(18, 20).includes(2);

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(100);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, 100, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

const tableless = (path: string): SetupError =>
  new SetupError(`${path} has no tables. They may be in its write-ahead log. ${copyBoth(path)} ${waysBack(dirname(path))}`);

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;
