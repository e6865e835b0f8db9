import { DomainError } from '../errors';
import type { Kind } from '../kinds';
import type { Attributes } from '../kinds/attribute';
import type { Fields } from './record-text';

/** The attributes of a record as they are shown: what is sent back as it is shown says nothing. */
export type Shown = (kind: Kind, key: number) => Attributes;

/**
 * What a person asks for. A record is a JSON:API resource object whose id is an IRI; of one that is there it has only
 * what is to be another, and a list in it replaces the whole list. `seen` is the version that the person saw; without it,
 * whoever asks has looked already.
 */
export type Edit =
  | { readonly action: 'add'; readonly record: unknown }
  | {
      readonly action: 'change';
      readonly record: unknown;
      readonly seen?: string;
      readonly shown?: Shown;
      /** Fields that are to have no value; then what stands in the record's lists of records is said whole, too. */
      readonly without?: ReadonlySet<string>;
    }
  | { readonly action: 'delete'; readonly record: unknown; readonly seen?: string };

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

/** What an edit came to. */
export interface Edited {
  /** None, where all was so already. */
  readonly revision: Revision | undefined;
  /** The UUID under which the revision is kept. */
  readonly revisionId?: string;
  /** The version that is there now; none, where the record is gone. */
  readonly version: string | undefined;
  /** Attributes and relationships that the kind does not have. */
  readonly ignored: readonly string[];
  /** The IRI of the record that it was merged into. */
  readonly into?: string;
}

/** Somebody else changed what a person wants to change, after that person saw it. */
export class EditConflict extends DomainError {
  /** @param changed the attributes and relationships in question, each with its pointer */
  constructor(readonly changed: readonly (readonly [field: string, pointer: string])[]) {
    const [first, ...others] = changed.map(([field, pointer]) => ({
      detail: `Somebody changed ${field} in the meantime. Look at the record as it is now, and change that.`,
      source: { pointer },
    }));
    super('conflict', first?.detail ?? '', { source: first?.source, further: others });
  }
}
