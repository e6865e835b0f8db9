import type { FieldValue } from '../../messages/message';
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
}

/** Items of users whose release was merged. */
export interface MovedItems {
  readonly table: string;
  readonly type: string;
  /** UUID of their former release. */
  readonly of: string;
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
