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
import type { Connection } from '../store/database/connection';
import { schemaVersion } from '../store/database/migrate';
import { databasePath } from '../store/database/open';

/** Their ids take about 10 MB while a kind is compared. With more changes, the backup says little. */
const changesLookedPast = 100_000;

/** A later restore may have set aside a backup of another history. */
const backupsTried = 3;

/** User tables, whose rows tell when they were changed. */
const ofUsers = ['user', 'collection_item', 'wishlist_item', 'loan'] as const;

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
function isOfItsPast(backup: Backup, now: Connection): boolean {
  const newest = (database: Connection) =>
    JSON.stringify(database.get<object>('SELECT * FROM change WHERE sequence = :sequence', { sequence: backup.sequence }));
  if (feedState(now).oldestSince > backup.sequence) return false;
  if (readSums(backup.path).get(fileNames.database) !== sha256Of(databaseOf(backup))) return false;
  return reading(databaseOf(backup), newest) === newest(now);
}

const countChanges = (now: Connection, { sequence }: Backup): number =>
  now.get<{ n: number }>('SELECT count(*) AS n FROM change WHERE sequence > :sequence', { sequence })?.n ?? 0;

function differences(kind: Kind, now: Connection, before: Connection, backup: Backup): string[] {
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
function differingRecords(kind: Kind, now: Connection, before: Connection, { sequence }: Backup): string[] {
  const changes = now.all<{ id: string }>('SELECT resource_id AS id FROM change WHERE sequence > :sequence AND resource_type = :type', {
    sequence,
    type: kind.type,
  });
  const changed = new Set(changes.map(({ id }) => id));
  const differing: string[] = [];
  const note = (line: string) => {
    const iri = iriOf(line);
    if (!changed.has(iri.slice(-uuidLength))) differing.push(iri);
  };
  // Both sides are ordered by IRI and read in parallel.
  const [ours, theirs] = [linesOf(kind, now), linesOf(kind, before, renamedRoles(now, before))];
  let [current, former] = [ours.next().value, theirs.next().value];
  while (current !== undefined || former !== undefined) {
    if (current === former) [current, former] = [ours.next().value, theirs.next().value];
    else if (current !== undefined && former !== undefined && iriOf(current) === iriOf(former)) {
      note(current);
      [current, former] = [ours.next().value, theirs.next().value];
    } else if (former === undefined || (current !== undefined && iriOf(current) < iriOf(former))) {
      note(current as string);
      current = ours.next().value;
    } else {
      note(former);
      former = theirs.next().value;
    }
  }
  return [...new Set(differing)];
}

const uuidLength = 36;

const iriOf = (line: string): string => /"id":"([^"]*)"/.exec(line)?.[1] ?? '';

/** @param roles current slugs of roles by former ones */
function* linesOf(kind: Kind, database: Connection, roles: ReadonlyMap<string, string> = new Map()): Generator<string, undefined> {
  const withRoles = (line: string) => line.replace(/(?<="credit_role":")[^"]+/g, (slug) => roles.get(slug) ?? slug);
  for (const { line } of database.prepare<{ line: string }, []>(allRecords(kind)).iterate())
    yield roles.size === 0 ? line : withRoles(line);
  return undefined;
}

/** Credits name roles by slug. A new slug is a recorded change of the role alone. */
function renamedRoles(now: Connection, before: Connection): ReadonlyMap<string, string> {
  const slugs = (database: Connection) => database.all<{ id: string; slug: string }>('SELECT id, slug FROM artist_role');
  const current = new Map(slugs(now).map(({ id, slug }) => [id, slug]));
  const pairs = slugs(before).map(({ id, slug }) => [slug, current.get(id) ?? slug] as const);
  return new Map(pairs.filter(([was, is]) => was !== is));
}

/** Rows on both sides with equal timestamps but different content, unless a merge or its undo moved or combined them. */
function differingRows(table: (typeof ofUsers)[number], now: Connection, before: Connection, backup: Backup): string[] {
  type Row = { key: number; id: string; updated_at: string | null; release_key?: number };
  const rows = (database: Connection) => database.prepare<Row, []>(`SELECT * FROM "${table}" ORDER BY key`).iterate();
  const theirs = rows(before);
  const merged = new Set(now.all<{ key: number | undefined }>(mergedReleases, { sequence: backup.sequence }).map(({ key }) => key));
  let former = theirs.next().value;
  let differing = 0;
  for (const row of rows(now)) {
    while (former && former.key < row.key) former = theirs.next().value;
    if (former?.key !== row.key || former.id !== row.id || former.updated_at !== row.updated_at) continue;
    if (JSON.stringify(row) !== JSON.stringify(former) && !merged.has(row.release_key)) differing++;
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
    SELECT resource_id, merged_into_id FROM change WHERE sequence > :sequence AND resource_type = 'Release' AND action IN ('merged', 'created'))
  SELECT key FROM "release" WHERE id IN (SELECT coalesce(into_id, id) FROM since
    UNION ALL SELECT merge ->> 'into' FROM revision AS r JOIN since ON r.resource_id = since.id WHERE r.action = 'merged')`;
