import type { FieldValue } from '../../messages/message';
import type { Connection } from '../../store/database/connection';
import type { StoredStatement } from '../provenance/source-values';
import type { Fields, RecordObject } from '../write/record';

/** A cover as referenced in revisions. */
export interface NamedCover {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  /** Download address, if it came from one. */
  readonly source: string;
}

/** Cover row of a release. */
export interface CoverRow extends NamedCover {
  readonly user_key: number | null;
  readonly created_at: string;
}

/** A deleted record with its locked fields. */
export interface RecordSnapshot {
  readonly record: RecordObject;
  readonly locks?: readonly string[];
  /** Locks in revisions of earlier versions. */
  readonly held?: string;
  /** Its former key; absent for old deletions. */
  readonly key?: number;
  readonly cover?: CoverRow;
}

/** Author and reason of an edit. */
export interface Author {
  readonly username: string;
  /** Absent for authors without an account here. */
  readonly userKey?: number | undefined;
  /** Origin, if no account made it. */
  readonly source?: 'command_line' | 'import' | undefined;
  readonly note?: string | undefined;
}

/** A recorded change: author, time, reason and former values. */
export interface Revision {
  readonly action: 'added' | 'changed' | 'deleted' | 'merged';
  readonly type: string;
  /** UUID of the record. */
  readonly id: string;
  readonly iri: string;
  readonly username: string;
  readonly note: string | null;
  readonly at: string;
  /**
   * Changed fields only, `null` for absent ones; all fields of added and deleted records. Contained records are among the
   * attributes.
   */
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** Discs, tracks and values that a merge drops. */
export type LeftOut = readonly (string | FieldValue)[];

export interface Edited {
  /** `undefined` if nothing changed. */
  readonly revision: Revision | undefined;
  /** UUID of the revision. */
  readonly revisionId?: string;
  /** Unknown members. */
  readonly ignored: readonly string[];
  /** IRI of the merge target. */
  readonly into?: string;
  readonly leftOut?: LeftOut;
}

export interface ChangedRecord {
  readonly type: string;
  /** IRIs before and after. */
  readonly iris: readonly [before: string, after: string];
  /** Differing fields. */
  readonly before: Fields;
  readonly after: Fields;
  /** Locked fields before and after, if changed. */
  readonly locks?: readonly [before: readonly string[], after: readonly string[]];
  /** Those in revisions of earlier versions. */
  readonly held?: readonly [before: string | null, after: string | null];
}

/** A record removed by a merge, with its provenance. */
export interface MergedAway extends RecordSnapshot {
  /** UUID of its replacement; null if dropped. */
  readonly into: string | null;
  readonly said: readonly StoredStatement[];
  /** UUIDs that had been merged into it before. */
  readonly led: readonly string[];
}

/** What is needed to undo a merge. */
export interface MergeMemory {
  /** UUID of the record that stayed. */
  readonly into: string;
  /** UUID of the revision about that record. */
  readonly target?: string | undefined;
  readonly changed: readonly ChangedRecord[];
  readonly items: readonly MovedItems[];
  readonly covers: readonly MergedCover[];
  /** The target before, and its discs, tracks and recordings, which imports of the merged documents may change or replace. */
  readonly stayed?: readonly MergedAway[];
}

/** Items of users whose release was merged. */
export interface MovedItems {
  readonly table: string;
  readonly type: string;
  /** UUID of their former release. */
  readonly of: string;
  /** Key of their user; absent in revisions of earlier versions, which prove no user's right to an id. */
  readonly user?: number;
  /** UUIDs of the items. */
  readonly ids: readonly string[];
}

/** The cover of a merged release, which moves along if the other has none. */
export interface MergedCover {
  /** UUID of the release. */
  readonly of: string;
  /** Whether it moved to the other release. */
  readonly isMoved: boolean;
  readonly cover: CoverRow;
}

export interface StoredRevision extends Pick<Revision, 'action' | 'type' | 'id' | 'iri' | 'before' | 'after'> {
  readonly key: number;
  readonly snapshots: readonly RecordSnapshot[];
  /** Undo data of a merge; null if unknown. */
  readonly merge: MergeMemory | null;
  readonly obstacle: 'merge_undone' | 'undo_unreviewed' | null;
}

interface RevisionRow extends Omit<StoredRevision, 'before' | 'after' | 'snapshots' | 'merge'> {
  readonly before: string | null;
  readonly after: string | null;
  readonly snapshots: string | null;
  readonly merge: string | null;
}

export interface RevisionContext {
  readonly snapshots?: readonly RecordSnapshot[] | undefined;
  /** Key of the reverted revision. */
  readonly reverted?: number | undefined;
  readonly merge?: MergeMemory | undefined;
}

/** Stores a revision; returns its UUID. */
export function addRevision(
  connection: Connection,
  { type, id, iri, action, note, at, before, after }: Revision,
  { userKey, source }: Author,
  { snapshots, reverted, merge }: RevisionContext,
): string {
  const uuid = Bun.randomUUIDv7();
  const row = {
    id: uuid,
    resource_type: type,
    resource_id: id,
    iri,
    user_key: userKey ?? null,
    source: source ?? 'account',
    action,
    note,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    snapshots: snapshots && snapshots.length > 0 ? JSON.stringify(snapshots) : null,
    reverted_key: reverted ?? null,
    merge: merge ? JSON.stringify(merge) : null,
    created_at: at,
  };
  connection.insertRow('revision', row);
  return uuid;
}

export function findRevision(connection: Connection, uuid: string): StoredRevision | undefined {
  const query = `
    SELECT r.key, r.action, r.resource_type AS type, r.resource_id AS id, r.iri, r.before, r.after, r.snapshots, r.merge, ${obstacle} AS obstacle
    FROM revision AS r WHERE r.id = :id`;
  const row = connection.get<RevisionRow>(query, { id: uuid });
  if (!row) return undefined;
  const { before, after, snapshots, merge } = row;
  return {
    ...row,
    before: parsed(before),
    after: parsed(after),
    snapshots: snapshots === null ? [] : JSON.parse(snapshots),
    merge: merge === null ? null : JSON.parse(merge),
  };
}

/** Number of the revision that reverted one, unless itself reverted. */
export function revertedBy(connection: Connection, key: number): number | undefined {
  const query = `SELECT b.key FROM revision AS b WHERE b.reverted_key = :key AND NOT ${isReverted('b')}`;
  return connection.get<{ key: number }>(query, { key })?.key;
}

/** Number of the newest later revision of a record or its nested records. Reverted revisions and their reverts do not count. */
export function newestAfter(connection: Connection, { key, id, type, iri }: StoredRevision): number | undefined {
  const newest = `
    SELECT max(r.key) AS key FROM (
      SELECT key FROM revision WHERE resource_id = :id AND resource_type = :type AND key > :key
      UNION ALL SELECT key FROM revision WHERE iri > :iri || '/' AND iri < :iri || '0' AND key > :key
    ) AS newer CROSS JOIN revision AS r ON r.key = newer.key
    WHERE coalesce(r.reverted_key, 0) <= :key AND NOT ${isReverted('r')}`;
  const found = connection.get<{ key: number | null }>(newest, { key, id, type, iri });
  return found?.key ?? undefined;
}

/** Fields edited before a revision, without reverted and merged ones. */
export function fieldsBefore(connection: Connection, { key, id, type }: StoredRevision): Set<string> {
  const query = `
    SELECT r.after FROM revision AS r
    WHERE r.resource_id = :id AND r.resource_type = :type AND r.key < :key
      AND r.reverted_key IS NULL AND NOT ${isReverted('r')}
      AND NOT EXISTS (SELECT 1 FROM revision AS m WHERE m.key = r.key + 1 AND m.merge ->> 'target' = r.id)`;
  const rows = connection.all<{ after: string | null }>(query, { key, id, type });
  return new Set(rows.flatMap(({ after }) => namesOf(parsed(after))));
}

/** SQL: whether the revision of an alias is reverted. */
const isReverted = (alias: string): string => `EXISTS (
  SELECT 1 FROM revision AS back WHERE back.reverted_key = ${alias}.key
    AND NOT EXISTS (SELECT 1 FROM revision AS again WHERE again.reverted_key = back.key)
)`;

/**
 * SQL: code of the error of every attempt to revert a revision `r`: both revisions of an undone merge, and the addition and
 * acceptance of a proposal, whose pending contents are gone.
 */
const obstacle = `CASE
  WHEN EXISTS (SELECT 1 FROM revision AS m WHERE m.action = 'merged' AND m.key IN (r.reverted_key,
    (SELECT reverted_key FROM revision WHERE key = r.key + 1 AND reverted_key = r.reverted_key + 1))) THEN 'merge_undone'
  WHEN r.resource_type = 'Release' AND EXISTS (SELECT 1 FROM revision AS first
    WHERE first.resource_id = r.resource_id AND first.resource_type = 'Release' AND first.action = 'added'
      -- Other releases have a slug from the start. Long documents are parsed last.
      AND CASE WHEN r.key = first.key OR r.key = (SELECT min(key) FROM revision WHERE resource_id = r.resource_id
        AND resource_type = 'Release' AND action = 'changed' AND key > first.key)
      THEN first.after ->> '$.attributes.slug' IS NULL END) THEN 'undo_unreviewed' END`;

/** SQL: whether a revision `r` can be reverted, unless newer changes conflict. */
export const isRevertible = `(${obstacle} IS NULL AND (r.action <> 'merged' OR r.merge IS NOT NULL))`;

const parsed = (text: string | null): Fields | null => (text === null ? null : JSON.parse(text));

/** Field names of one side of a revision. */
export const namesOf = (fields: Fields | null): string[] =>
  fields === null ? [] : [...Object.keys(fields.attributes), ...Object.keys(fields.relationships)];
