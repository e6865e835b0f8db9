import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { SetupError } from '../errors';
import { freeBytes } from './free-bytes';
import { lockForServer } from './server-lock';
import type { Store } from './store';

/** A part of the file that is not worth a second of anybody's: what comes next is written into it. */
const leastShare = 0.2;

/** Less is given back by no disk that anybody would notice. */
const leastBytes = 64 * 1_048_576;

/** What a database file has, in bytes. */
export interface Space {
  readonly used: number;
  /** In pages that rows have left. */
  readonly unused: number;
}

export function spaceOf(database: Database): Space {
  const number = (name: string): number => Object.values(database.query(`PRAGMA ${name}`).get() as Record<string, number>)[0] as number;
  const [unused, all, size] = [number('freelist_count'), number('page_count'), number('page_size')];
  return { used: (all - unused) * size, unused: unused * size };
}

/** Whether so much of a file is unused that its disk should have it back. */
export const isMuchUnused = ({ used, unused }: Space, least = leastBytes): boolean =>
  unused >= least && unused >= (used + unused) * leastShare;

/** Where SQLite puts what it sorts and copies (https://www.sqlite.org/tempfiles.html). */
const temporaryFolder = (): string => process.env.SQLITE_TMPDIR ?? process.env.TMPDIR ?? '/var/tmp';

/**
 * Writes the file anew without the pages that nothing uses, where there are many; the file is whole whatever happens meanwhile.
 * @throws {SetupError} where a server has the catalog, or a disk has no room for what is used: once for the copy, and once for the log
 */
export function giveBackUnused(store: Store, dataDirectory: string, least?: number): void {
  const space = spaceOf(store.reader);
  if (!isMuchUnused(space, least)) return;
  const lock = lockForServer(dataDirectory);
  try {
    requireRoom(store.path, space);
    const { writer } = store;
    // The copy is as large as the catalog: it does not belong into the memory.
    writer.run('PRAGMA temp_store = FILE');
    writer.run('VACUUM');
    writer.run('PRAGMA temp_store = MEMORY');
    store.checkpoint();
  } finally {
    lock.release();
  }
}

function requireRoom(path: string, { used }: Space): void {
  const needed = used * 2;
  const folders = [dirname(path), ...(process.platform === 'win32' ? [] : [temporaryFolder()])];
  const full = folders.find((folder) => freeBytes(folder) < needed);
  if (full === undefined) return;
  const sizes = `${Math.ceil(needed / 1_000_000)} MB`;
  throw new SetupError(`The unused room of the database is given back where the disk of ${full} has ${sizes} free, and it has less.`);
}
