import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { type Backup, backupFolder, listBackups } from '../backups/backup-list';
import { reading } from '../backups/database-checks';
import { readSums, sha256Of } from '../backups/integrity';
import { fileNames } from '../backups/manifest';
import { catalog } from '../catalog';
import type { Settings } from '../config';
import { counted } from '../counted';
import { allRecords } from '../export/record-queries';
import { feedState } from '../export/sequence';
import type { Kind } from '../kinds';
import { isDamaged } from '../store/database/availability';
import { schemaVersion } from '../store/database/migrate';
import { databasePath } from '../store/database/open';

/** Their ids are in memory while a kind is looked at: some 10 MB. Past that, a backup says little of what is there now. */
const changesLookedPast = 100_000;

/** One that a later restore left aside comes before those of the catalog's own past. */
const backupsTried = 3;

/** Tables of what no import brings again. Their rows say when they were changed. */
const ofUsers = ['user', 'collection_item', 'wishlist_item'] as const;

/** Named in a finding; more of them say no more to a person. */
const namedAtMost = 3;

/**
 * What is not as it was in the last good backup, although nothing changed it since: a disk that flips a bit within a value leaves a
 * database that is sound for SQLite. The feed of changes tells of every change of a record, and each row of a user its time.
 */
export function changedUnseen(settings: Settings): string[] {
  return reading(databasePath(settings.data), (now) => {
    now.run('BEGIN');
    const backup = listBackups(backupFolder(settings))
      .filter(({ extent, schema_version }) => extent === 'all' && schema_version === schemaVersion(now))
      .slice(0, backupsTried)
      .find((candidate) => isOfItsPast(candidate, now));
    if (!backup || countChanges(now, backup) > changesLookedPast) return [];
    return reading(databaseOf(backup), (before) => [
      ...catalog.all.flatMap((kind) => differences(kind, now, before, backup)),
      ...ofUsers.flatMap((table) => differingRows(table, now, before, backup)),
    ]);
  });
}

const databaseOf = ({ path }: Backup): string => join(path, fileNames.database);

/** Whether all that happened until a backup is what happened here as well, and the backup itself is as it was written. */
function isOfItsPast(backup: Backup, now: Database): boolean {
  const newest = (database: Database) => JSON.stringify(database.query('SELECT * FROM change WHERE sequence = ?').get(backup.sequence));
  if (feedState(now).oldestSince > backup.sequence) return false;
  if (readSums(backup.path).get(fileNames.database) !== sha256Of(databaseOf(backup))) return false;
  return reading(databaseOf(backup), newest) === newest(now);
}

const countChanges = (now: Database, { sequence }: Backup): number =>
  (now.query('SELECT count(*) AS n FROM change WHERE sequence > ?').get(sequence) as { n: number }).n;

function differences(kind: Kind, now: Database, before: Database, backup: Backup): string[] {
  try {
    const iris = differingRecords(kind, now, before, backup);
    const named = iris.slice(0, namedAtMost).join(', ') + (iris.length > namedAtMost ? ' …' : '');
    const what = `${iris.length} ${kind.nouns} differ from backup ${backup.name} without a recorded change: ${named}`;
    return iris.length === 0 ? [] : [what];
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return [`Not all ${kind.nouns} can be read: ${(error as Error).message}.`];
  }
}

/** The IRIs of the records of a kind that differ, or are in one of the two alone, without a change that says so. */
function differingRecords(kind: Kind, now: Database, before: Database, { sequence }: Backup): string[] {
  const told = new Set(
    now.query('SELECT resource_id FROM change WHERE sequence > ? AND resource_type = ?').values(sequence, kind.type).flat(),
  );
  const differing: string[] = [];
  const note = (line: string) => {
    const iri = iriOf(line);
    if (!told.has(iri.slice(-uuidLength))) differing.push(iri);
  };
  // Both are in the order of their IRIs, so that they are read side by side.
  const [ours, theirs] = [linesOf(kind, now), linesOf(kind, before)];
  let [one, other] = [ours.next().value, theirs.next().value];
  while (one !== undefined || other !== undefined) {
    if (one === other) [one, other] = [ours.next().value, theirs.next().value];
    else if (one !== undefined && other !== undefined && iriOf(one) === iriOf(other)) {
      note(one);
      [one, other] = [ours.next().value, theirs.next().value];
    } else if (other === undefined || (one !== undefined && iriOf(one) < iriOf(other))) {
      note(one as string);
      one = ours.next().value;
    } else {
      note(other);
      other = theirs.next().value;
    }
  }
  return [...new Set(differing)];
}

const uuidLength = 36;

const iriOf = (line: string): string => /"id":"([^"]*)"/.exec(line)?.[1] ?? '';

function* linesOf(kind: Kind, database: Database): Generator<string, undefined> {
  for (const { line } of database.prepare<{ line: string }, []>(allRecords(kind)).iterate()) yield line;
  return undefined;
}

/** Rows that are there in both, with the time of the same last change, and differ. */
function differingRows(table: (typeof ofUsers)[number], now: Database, before: Database, backup: Backup): string[] {
  const rows = (database: Database) =>
    database.prepare<{ key: number; id: string; updated_at: string | null }, []>(`SELECT * FROM "${table}" ORDER BY key`).iterate();
  const theirs = rows(before);
  let other = theirs.next().value;
  let differing = 0;
  for (const row of rows(now)) {
    while (other && other.key < row.key) other = theirs.next().value;
    if (other?.key !== row.key || other.id !== row.id || other.updated_at !== row.updated_at) continue;
    if (JSON.stringify(row) !== JSON.stringify(other)) differing++;
  }
  return differing === 0
    ? []
    : [
        `${counted(differing, 'row')} of ${table} ${differing === 1 ? 'differs' : 'differ'} from backup ${backup.name} without a recorded change.`,
      ];
}
