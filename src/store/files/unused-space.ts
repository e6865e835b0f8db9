import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { SetupError } from '../../errors';
import type { Store } from '../database/store';
import { freeBytes, temporaryFolder } from './disk-space';
import { lockForServer } from './file-lock';

/** A smaller share is not worth reclaiming, since new data reuses it. */
const leastShare = 0.2;

/** A smaller amount is not worth reclaiming. */
const leastBytes = 64 * 1_048_576;

/** Sizes within a database file, in bytes. */
export interface Space {
  readonly used: number;
  /** In free pages. */
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

/** Whether enough of a file is unused to reclaim it. */
export const isMuchUnused = ({ used, unused }: Space, least = leastBytes): boolean =>
  unused >= least && unused >= (used + unused) * leastShare;

/**
 * Rewrites the file without free pages, if there are many; safe against interruption.
 * @throws {SetupError} if a server runs, or a disk lacks room for two copies of the used data (copy and log)
 */
export function releaseUnusedSpace(store: Store, dataDirectory: string, least?: number): void {
  const space = spaceOf(store.reader);
  if (!isMuchUnused(space, least)) return;
  const lock = lockForServer(dataDirectory);
  try {
    requireRoom(store.path, space);
    const { writer } = store;
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
