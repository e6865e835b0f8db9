import { chmodSync, existsSync, lchownSync } from 'node:fs';
import { catalog } from '../catalog';
import { rebuildDisplayNames, rebuildSearch, searchIndexes } from '../database/derived-rows';
import type { Store } from '../database/open';
import { countAllAnew } from '../kinds/record-counts';
import { closedByRoot, serviceUser } from './surroundings';

/** Makes anew all that follows from other rows: search indexes, names of artists as they are shown, numbers of records, and modes of files; run by root, their owners too. */
export async function repair(store: Store, dataDirectory: string): Promise<void> {
  for (const index of searchIndexes(store.reader)) await store.write(() => rebuildSearch(store.writer, index));
  await store.write(() => rebuildDisplayNames(store.writer));
  await store.write(() => countAllAnew(store.writer, catalog.all));
  if (process.platform === 'win32') return;
  const owner = process.getuid?.() === 0 ? serviceUser(dataDirectory) : undefined;
  if (owner) for (const path of closedByRoot(dataDirectory, owner)) lchownSync(path, owner.uid, owner.gid);
  chmodSync(dataDirectory, 0o700);
  for (const file of [store.path, `${store.path}-wal`, `${store.path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
