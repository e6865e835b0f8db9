import { chmodSync, existsSync, lchownSync } from 'node:fs';
import { latestSchema } from '../../db/migrations';
import { type Checked, checkDatabase, reading } from '../backups/database-checks';
import { catalog } from '../catalog';
import type { Settings } from '../config';
import { recountAll } from '../kinds/triggers';
import { isUnusable } from '../store/database/availability';
import { rebuildDisplayNames, rebuildSearch, searchIndexes, sortedTitlesOfAllRows } from '../store/database/derived-rows';
import { isFirstLoadUnfinished } from '../store/database/first-load';
import { databasePath, type Store } from '../store/database/open';
import { databaseExaminations } from './database-examination';
import { changedUnseen } from './since-backup';
import { closedByRoot, serviceUser, surroundings } from './surroundings';

/** A check with its findings, empty if all is well. */
export interface Examined {
  readonly name: string;
  readonly findings: readonly string[];
}

/** Examines a catalog while it is in use: about ten seconds per gigabyte, plus twenty to compare it with a backup. */
export function* examine(settings: Settings): Generator<Examined> {
  const path = databasePath(settings.data);
  // First, since a database whose log belongs to root can be opened by no one else.
  const { 'file owners': owners, covers, 'unused space': unused, ...others } = surroundings;
  yield { name: 'file owners', findings: owners(settings) };
  const { damage, findings, schemaVersion } = checkSafely(path);
  yield { name: 'database', findings: damage };
  // Skips the rest for a damaged database or an old schema.
  const isReadable = damage.length === 0;
  const isOfBefore = schemaVersion < latestSchema();
  const looks = isOfBefore ? { schema: databaseExaminations.schema } : databaseExaminations;
  if (isReadable && reading(path, (reader) => isFirstLoadUnfinished({ reader }))) {
    // Its end builds what the other checks would find missing.
    const unfinished = 'A first import is running or was interrupted. The next start, or leitmotif doctor --fix, builds the indexes.';
    yield { name: 'first import', findings: [unfinished] };
  } else if (isReadable) {
    yield { name: 'references and search', findings };
    for (const [name, look] of Object.entries(looks)) yield { name, findings: reading(path, look) };
    yield { name: 'values', findings: isOfBefore ? [] : changedUnseen(settings) };
  }
  const around = isReadable ? { ...others, 'unused space': unused, covers } : others;
  for (const [name, look] of Object.entries(around)) yield { name, findings: look(settings) };
}

/** An unreadable database is a finding too. */
function checkSafely(path: string): Pick<Checked, 'damage' | 'findings' | 'schemaVersion'> {
  try {
    return checkDatabase(path);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return { damage: [`${path} cannot be read: ${(error as Error).message}.`], findings: [], schemaVersion: 0 };
  }
}

/** Rebuilds derived data: search indexes, display names, sort keys, record counts and file modes; for root, also file owners. */
export async function repair(store: Store, dataDirectory: string): Promise<void> {
  for (const index of searchIndexes(store.reader)) await store.write(() => rebuildSearch(store.writer, index));
  await store.write(() => rebuildDisplayNames(store.writer));
  for (const sql of sortedTitlesOfAllRows) await store.write(() => store.writer.run(sql));
  await store.write(() => recountAll(store.writer, catalog.all));
  if (process.platform === 'win32') return;
  const owner = process.getuid?.() === 0 ? serviceUser(dataDirectory) : undefined;
  if (owner) for (const path of closedByRoot(dataDirectory, owner)) lchownSync(path, owner.uid, owner.gid);
  chmodSync(dataDirectory, 0o700);
  for (const file of [store.path, `${store.path}-wal`, `${store.path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
