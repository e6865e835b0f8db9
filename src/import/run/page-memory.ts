import type { Database } from 'bun:sqlite';

/** What an import has room for, so that its memory does not grow with the catalog: kilobytes of pages. */
const cachedKilobytes = 65_536;

/** Pages of the log, some 64 MB: most pages of an import are written many times, and into the file only once they are moved there. */
const loggedPages = 16_000;

/**
 * Has a connection keep so many pages of its own, from now on, instead of mapping the whole file: an import touches all of
 * it, as what SQLite does at the end to know its tables, and what is mapped counts as memory of the process.
 */
export function boundPageMemory(writer: Database): void {
  writer.run('PRAGMA mmap_size = 0');
  writer.run(`PRAGMA cache_size = -${cachedKilobytes}`);
  writer.run(`PRAGMA wal_autocheckpoint = ${loggedPages}`);
}

/**
 * Leaves room for what is sorted, of which SQLite holds as much as of pages: an index is made of all rows at once. What was read to be
 * written is let go before.
 */
export function shareMemory(writer: Database): void {
  Bun.gc(true);
  writer.run(`PRAGMA cache_size = -${cachedKilobytes / 2}`);
}

/**
 * Batches are no longer on the disk when they are committed, but when the log is moved into the file, or the next is that waits
 * for the disk. A power cut takes the last of them away, each with the checkpoint that says that it was there: the log is
 * read up to where it is whole, and the same command goes on from there. What a server answers waits for the disk as ever,
 * and for all that the log has before it.
 */
export const waitLess = (writer: Database): void => void writer.run('PRAGMA synchronous = NORMAL');

/** How the connection waits for the disk: where it is a server's, a thread does that. */
export const waiting = (writer: Database): number =>
  writer.query<{ synchronous: number }, []>('PRAGMA synchronous').get()?.synchronous ?? 2;

/** Has it wait again as {@link waiting} said that it did. */
export const waitAsBefore = (writer: Database, before: number): void => void writer.run(`PRAGMA synchronous = ${before}`);

/** What is committed is on the disk, and all that was before. */
export const waitForDisk = (writer: Database): void => void writer.run('PRAGMA synchronous = FULL');
