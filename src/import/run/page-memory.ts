import type { Database } from 'bun:sqlite';

/** What an import has room for, so that its memory does not grow with the catalog: kilobytes of pages. */
const cachedKilobytes = 32_768;

/**
 * Has a connection keep so many pages of its own, from now on, instead of mapping the whole file: an import touches all of
 * it, as what SQLite does at the end to know its tables, and what is mapped counts as memory of the process.
 */
export function boundPageMemory(writer: Database): void {
  writer.run('PRAGMA mmap_size = 0');
  writer.run(`PRAGMA cache_size = -${cachedKilobytes}`);
}
