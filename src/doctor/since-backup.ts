import type { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { type Backup, backupFolder, listBackups } from '../backups/backup-list';
import { reading } from '../backups/database-checks';
import { readSums, sha256Of } from '../backups/integrity';
import { fileNames } from '../backups/manifest';
import { catalog } from '../catalog';
import type { Settings } from '../config';
import { allRecords } from '../export/record-queries';
import { feedState } from '../export/sequence';
import type { Kind } from '../kinds';
import { pluralize } from '../pluralize';
import { isDamaged } from '../store/database/availability';
import { schemaVersion } from '../store/database/migrate';
import { databasePath } from '../store/database/open';

/** Their ids take about 10 MB while a kind is compared. With more changes, the backup says little. */
const changesLookedPast = 100_000;

/** A later restore may have set aside a backup of another history. */
const backupsTried = 3;

/** User tables, whose rows tell when they were changed. */
const ofUsers = ['user', 'collection_item', 'wishlist_item'] as const;

const namedAtMost = 3;

/**
 * Finds records that differ from the last good backup without a recorded change: a flipped bit inside a value passes SQLite's
 * checks. The change feed lists changes of records, and user rows have timestamps.
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

/** Whether the backup is intact and belongs to the history of this catalog. */
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

/** IRIs of records that differ, or exist on one side only, without a recorded change. */
function differingRecords(kind: Kind, now: Database, before: Database, { sequence }: Backup): string[] {
  const changed = new Set(
    now.query('SELECT resource_id FROM change WHERE sequence > ? AND resource_type = ?').values(sequence, kind.type).flat(),
  );
  const differing: string[] = [];
  const note = (line: string) => {
    const iri = iriOf(line);
    if (!changed.has(iri.slice(-uuidLength))) differing.push(iri);
  };
  // Both sides are ordered by IRI and read in parallel.
  const [ours, theirs] = [linesOf(kind, now), linesOf(kind, before, renamedRoles(now, before))];
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

/** @param roles current slugs of roles by former ones */
function* linesOf(kind: Kind, database: Database, roles: ReadonlyMap<string, string> = new Map()): Generator<string, undefined> {
  const withRoles = (line: string) => line.replace(/(?<="credit_role":")[^"]+/g, (slug) => roles.get(slug) ?? slug);
  for (const { line } of database.prepare<{ line: string }, []>(allRecords(kind)).iterate())
    yield roles.size === 0 ? line : withRoles(line);
  return undefined;
}

/** Credits name roles by slug. A new slug is a recorded change of the role alone. */
function renamedRoles(now: Database, before: Database): ReadonlyMap<string, string> {
  const slugs = (database: Database) => database.query<{ id: string; slug: string }, []>('SELECT id, slug FROM artist_role').all();
  const current = new Map(slugs(now).map(({ id, slug }) => [id, slug]));
  const pairs = slugs(before).map(({ id, slug }) => [slug, current.get(id) ?? slug] as const);
  return new Map(pairs.filter(([was, is]) => was !== is));
}

/** Rows on both sides with equal timestamps but different content, unless a merge or its undo moved or combined them. */
function differingRows(table: (typeof ofUsers)[number], now: Database, before: Database, backup: Backup): string[] {
  type Row = { key: number; id: string; updated_at: string | null; release_key?: number };
  const rows = (database: Database) => database.prepare<Row, []>(`SELECT * FROM "${table}" ORDER BY key`).iterate();
  const theirs = rows(before);
  const merged = new Set<unknown>(now.query(mergedReleases).values(backup.sequence).flat());
  let other = theirs.next().value;
  let differing = 0;
  for (const row of rows(now)) {
    while (other && other.key < row.key) other = theirs.next().value;
    if (other?.key !== row.key || other.id !== row.id || other.updated_at !== row.updated_at) continue;
    if (JSON.stringify(row) !== JSON.stringify(other) && !merged.has(row.release_key)) differing++;
  }
  return differing === 0
    ? []
    : [
        `${pluralize(differing, 'row')} of ${table} ${differing === 1 ? 'differs' : 'differ'} from backup ${backup.name} without a recorded change.`,
      ];
}

/** Releases that others were merged into since, and those of merges undone since. */
const mergedReleases = `
  WITH since (id, into_id) AS (
    SELECT resource_id, merged_into_id FROM change WHERE sequence > ? AND resource_type = 'Release' AND action IN ('merged', 'created'))
  SELECT key FROM "release" WHERE id IN (SELECT coalesce(into_id, id) FROM since
    UNION ALL SELECT merge ->> 'into' FROM revision AS r JOIN since ON r.resource_id = since.id WHERE r.action = 'merged')`;
