import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { Fields } from '../write/record';

/** The attributes of a record as they are shown: what is sent back as it is shown says nothing. */
export type Shown = (kind: Kind, key: number) => Attributes;

/**
 * What a person asks for. A record is a JSON:API resource object whose id is an IRI; of one that is there it has only
 * what is to be another, and a list in it replaces the whole list. Preconditions were met before.
 */
export type Edit =
  | { readonly action: 'add'; readonly record: unknown }
  | {
      readonly action: 'change';
      readonly record: unknown;
      readonly shown?: Shown;
      /** Fields that are to have no value; then what stands in the record's lists of records is said whole, too. */
      readonly without?: ReadonlySet<string>;
    }
  | { readonly action: 'delete'; readonly record: unknown };

/** Who edits, and why. */
export interface Author {
  readonly username: string;
  /** None, of one who has no account here. */
  readonly userKey?: number | undefined;
  /** How it came, where no account made it. */
  readonly source?: 'command_line' | undefined;
  readonly note?: string | undefined;
}

/** All that is to be known of a change later on: who made it, when, why, and what it was. */
export interface Revision {
  readonly action: 'added' | 'changed' | 'deleted' | 'merged';
  readonly type: string;
  /** The UUID of the record. */
  readonly id: string;
  readonly iri: string;
  readonly username: string;
  readonly note: string | null;
  readonly at: string;
  /**
   * Of a record that was changed, the fields that differ, `null` where one has no value; else all of them. What the record
   * contains is among its attributes.
   */
  readonly before: Fields | null;
  readonly after: Fields | null;
}

export interface Edited {
  /** None, where all was so already. */
  readonly revision: Revision | undefined;
  /** The UUID under which the revision is kept. */
  readonly revisionId?: string;
  /** Attributes and relationships that the kind does not have. */
  readonly ignored: readonly string[];
  /** The IRI of the record that it was merged into. */
  readonly into?: string;
}
