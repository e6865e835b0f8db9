import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError, systemReason } from '../../errors';
import { databasePath, hasCatalog, openStore, openUnmigrated } from '../../store/database/open';
import type { Store } from '../../store/database/store';

/**
 * Runs work on a temporary copy of the catalog and deletes it afterwards, even if the process is asked to terminate. The copy is
 * in a private folder of the system's temporary directory.
 */
export async function withCopy<T>(dataDirectory: string, work: (store: Store) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'leitmotif-dry-run-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.on('exit', remove);
  try {
    copy(dataDirectory, folder);
    const store = openStore(folder, { mayCreate: true });
    try {
      // The copy need not survive a power failure.
      store.writer.run('PRAGMA synchronous = OFF');
      return await work(store);
    } finally {
      store.close();
    }
  } finally {
    process.off('exit', remove);
    remove();
  }
}

/** A dry run creates no catalog. */
function copy(dataDirectory: string, folder: string): void {
  if (!hasCatalog(dataDirectory)) return;
  const original = openUnmigrated(dataDirectory);
  try {
    original.reader.run('VACUUM INTO ?', [databasePath(folder)]);
  } catch (error) {
    throw new SetupError(
      `A dry run needs a copy of the catalog, which could not be created in ${tmpdir()}: ${systemReason(error)}. Set TMPDIR to another folder.`,
    );
  } finally {
    original.close();
  }
}
