import type { LockedFields } from '../provenance/field-locks';
import { nameHash } from '../provenance/hashes';
import type { Remembered } from '../provenance/memory';
import type { Mode } from './given-record';

/** What becomes of a field of which something else is said: it is taken, or what somebody wrote is kept, or it is left. */
export type Decision = 'take' | 'keep' | 'leave';

/** A field of which something else is said than what is there. */
export interface Difference {
  /** The name that it is remembered under. */
  readonly field: string;
  /** The hash of what is said, 0 for nothing; `ours` likewise of what is there. */
  readonly theirs: number;
  readonly ours: number;
  /** Whether its values lead to other records, which may be merged: they have no order of their own. */
  readonly namesOthers: boolean;
  /** Whether what is said is the smaller of both values. */
  readonly isSmaller: () => boolean;
}

/** Who writes, and what of it is taken. */
export interface Policy {
  decide(difference: Difference): Decision;
  /** What becomes of the parts of a record, which are written as a whole. */
  decideParts(field: string): Decision;
  /** Whether a field that is written as a whole (the slug) is somebody's, and not to be written. */
  keeps(field: string): boolean;
  /** Whether a slug is made anew where what it is made from is taken. */
  renames?(field: string): boolean;
  /** Whether slugs are as another catalog has them: two records that swap theirs come one after the other. */
  readonly othersMakeRoom: boolean;
}

const takeAll = (othersMakeRoom: boolean): Policy => ({
  decide: () => 'take',
  decideParts: () => 'take',
  keeps: () => false,
  othersMakeRoom,
});

const everything = takeAll(false);
const everythingFromElsewhere = takeAll(true);

/** A person, whose change was held against what that person saw: what it says is taken. */
export const editorPolicy = everything;

export const fillingPolicy: Policy = {
  ...takeAll(false),
  decide: ({ ours }) => (ours === 0 ? 'take' : 'leave'),
  decideParts: () => 'leave',
};

/** Of the parts of a record, which have no memory of their own: they are what it says, all of it. */
export const policyOfParts = ({ othersMakeRoom }: Policy): Policy => (othersMakeRoom ? everythingFromElsewhere : everything);

/**
 * A source without authority. What it says anew is taken where the catalog still has what it said before; what a person
 * wrote stays. Where the source never gave the record, it is taken as its mode says.
 */
export class SourcePolicy implements Policy {
  constructor(
    private readonly mode: Mode,
    private readonly before: Remembered | undefined,
    private readonly held: LockedFields | undefined,
    readonly othersMakeRoom: boolean,
  ) {}

  decide({ field, theirs, ours, namesOthers }: Difference): Decision {
    // Several documents may fill one record, each with something else: the first that comes is not overwritten.
    if (this.mode === 'fill' && ours !== 0) return 'leave';
    const name = nameHash(field);
    const held = this.held?.get(name);
    // What a person named may have been merged, and is there under another key.
    if (held !== undefined && (namesOthers || held === ours)) return 'keep';
    if (!this.before) return 'take';
    const base = this.before.fields.get(name) ?? 0;
    if (base !== ours) return namesOthers && this.othersMakeRoom ? 'take' : 'keep';
    return base === theirs ? 'leave' : 'take';
  }

  decideParts(field: string): Decision {
    return this.keeps(field) ? 'keep' : 'take';
  }

  keeps(field: string): boolean {
    return this.held?.has(nameHash(field)) ?? false;
  }
}
