import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { FieldValue } from '../../messages/message';
import type { Fields, RecordObject, RecordText } from '../write/record';

/** Parsed edit of a record. */
export interface DocumentValues extends Fields {
  /** Unknown members. */
  readonly ignored: readonly string[];
}

/** Attributes of existing records as shown, in order; sent back unchanged, they are no edit. */
export type Shown = (kind: Kind, keys: readonly number[]) => readonly Attributes[];

/**
 * A manual change. A record is a JSON:API resource object with an IRI as id; an existing one lists only changes, and a list
 * replaces the whole list. Preconditions were checked before.
 */
export type Edit =
  | { readonly action: 'add'; readonly record: unknown }
  | {
      readonly action: 'change';
      readonly record: unknown;
      readonly shown?: Shown;
      /** Fields to be cleared; the record's nested lists are then complete, too. */
      readonly without?: ReadonlySet<string>;
    }
  | { readonly action: 'delete'; readonly record: unknown };

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

/** Target record of an edit. */
export interface Addressed {
  readonly kind: Kind;
  readonly record: RecordObject;
  /** UUIDs in its IRI, outermost first. */
  readonly ids: readonly string[];
  readonly id: string;
}

/** An existing record before an edit. */
export interface FoundRecord {
  readonly key: number;
  readonly text: RecordText;
}

/** A target record with its new values. */
export interface RecordEdit extends Addressed {
  readonly values: DocumentValues;
  /** Fields to be cleared. */
  readonly without?: ReadonlySet<string>;
  /** Whether all values are stated; missing ones get their default. */
  readonly isWhole?: boolean;
  /** Whether a previous state is restored, in which source values were valid. */
  readonly isRestored?: boolean;
}
