import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { SetupError } from '../../errors';
import type { Store } from '../database/store';
import { lockForServer } from './file-lock';
import { freeBytes } from './free-bytes';
import { sortingOnDisk, temporaryFolder } from './temporary-files';

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
  const { free, pages, size } = database
    .query(
      'SELECT freelist_count AS free, page_count AS pages, page_size AS size FROM pragma_freelist_count, pragma_page_count, pragma_page_size',
    )
    .get() as Record<'free' | 'pages' | 'size', number>;
  return { used: (pages - free) * size, unused: free * size };
}

/** Whether so much of a file is unused that its disk should have it back. */
export const isMuchUnused = ({ used, unused }: Space, least = leastBytes): boolean =>
  unused >= least && unused >= (used + unused) * leastShare;

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
    // The copy is as large as the catalog.
    using _ = sortingOnDisk(writer);
    writer.run('VACUUM');
    store.checkpoint();
  } finally {
    lock.release();
  }
}

function requireRoom(path: string, { used }: Space): void {
  const needed = used * 2;
  const full = [dirname(path), temporaryFolder()].find((folder) => folder !== undefined && freeBytes(folder) < needed);
  if (full === undefined) return;
  const sizes = `${Math.ceil(needed / 1_000_000)} MB`;
  throw new SetupError(`Unused space can be reclaimed only if the disk of ${full} has ${sizes} free. It has less.`);
}
