import { constants, Database } from 'bun:sqlite';
import { closeSync, existsSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFile, syncFolder } from '../files/sync';
import { applicationId } from './inspect';
import { migrate } from './migrate';

/**
 * Makes the database of a new catalog, and its directory, for their owner alone: the log takes the file's mode over. It
 * is made beside its place and appears there whole, so that no half of one is ever found. Says `false` where another
 * program was sooner.
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
    // Nobody needs it before it is whole.
    database.run('PRAGMA journal_mode = MEMORY');
    database.run('PRAGMA synchronous = OFF');
    database.run(`PRAGMA application_id = ${applicationId}`);
    migrate(database);
    database.run('PRAGMA journal_mode = WAL');
  } finally {
    database.close(true);
  }
}

/** Never in the place of a file that is there. */
function putInPlace(made: string, path: string): boolean {
  try {
    linkSync(made, path);
  } catch {
    // There is one by now, or the file system has no links.
    if (existsSync(path)) return false;
    renameSync(made, path);
  }
  return true;
}
