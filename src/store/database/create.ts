import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncFolder } from '../files/sync';
import { applicationId } from './inspect';
import { migrate } from './migrate';

/**
 * Creates the database of a new catalog and its directory, readable by the owner only; the log inherits the file's mode. Written
 * beside its final path and renamed, so that no partial file is ever seen. Returns `false` if another program was first.
 */
export function createDatabase(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = `${path}.${process.pid}.new`;
  rmSync(made, { force: true });
  try {
    closeSync(openSync(made, 'wx', 0o600));
    fill(made);
    syncFile(made);
    if (!putInPlace(made, path)) return false;
    syncFolder(dirname(path));
    return true;
  } finally {
    rmSync(made, { force: true });
  }
}

function fill(path: string): void {
  const database = new Database(path, constants.SQLITE_OPEN_READWRITE);
  try {
    // It is not used before it is complete.
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('PRAGMA synchronous = OFF');
    database.run(`PRAGMA application_id = ${applicationId}`);
    migrate(database);
    database.run('PRAGMA journal_mode = WAL');
  } finally {
    database.close(true);
  }
}

/** Never replaces an existing file. */
function putInPlace(made: string, path: string): boolean {
  try {
    linkSync(made, path);
  } catch {
    // It exists by now, or the file system has no links.
    if (existsSync(path)) return false;
    renameSync(made, path);
  }
  return true;
}
