import type { LockedFields } from '../provenance/field-locks';
import { nameHash } from '../provenance/hashes';
import type { Remembered } from '../provenance/source-values';
import type { Mode } from './record';

/** Outcome for a differing field: take the new value, keep an edited one, or leave the current one. */
export type FieldDecision = 'take' | 'keep' | 'leave';

/** A field whose stated value differs from the current one. */
export interface FieldDifference {
  /** Name under which source values are stored. */
  readonly field: string;
  /** Hash of the stated value, 0 for none; `ours` is that of the current one. */
  readonly theirs: number;
  readonly ours: number;
  /** Whether values reference records, which may be merged and have no order. */
  readonly namesOthers: boolean;
  /** Whether the stated value is the smaller one. */
  readonly isSmaller: () => boolean;
}

/** Precedence rules of a writer. */
export interface PrecedencePolicy {
  decide(difference: FieldDifference): FieldDecision;
  /** FieldDecision for parts, which are written as a whole. */
  decideParts(field: string): FieldDecision;
  /** Whether an indivisible field (the slug) is locked. */
  keeps(field: string): boolean;
  /** Whether the slug follows a changed name. */
  renames?(field: string): boolean;
  /** Whether slugs follow another catalog: records swapping slugs arrive one after the other. */
  readonly othersMakeRoom: boolean;
}

const takeAll = (othersMakeRoom: boolean): PrecedencePolicy => ({
  decide: () => 'take',
  decideParts: () => 'take',
  keeps: () => false,
  othersMakeRoom,
});

const everything = takeAll(false);
const everythingFromElsewhere = takeAll(true);

/** For manual edits, already checked against concurrent changes: everything is taken. */
export const editorPolicy = everything;

export const fillingPolicy: PrecedencePolicy = {
  ...takeAll(false),
  decide: ({ ours }) => (ours === 0 ? 'take' : 'leave'),
  decideParts: () => 'leave',
};

/** For parts, which have no source values of their own: everything is taken. */
export const policyOfParts = ({ othersMakeRoom }: PrecedencePolicy): PrecedencePolicy =>
  othersMakeRoom ? everythingFromElsewhere : everything;

/**
 * For unranked sources: new values are taken if the catalog still has the source's former ones; locked fields stay. Records new
 * to the source follow its mode.
 */
export class SourcePolicy implements PrecedencePolicy {
  constructor(
    private readonly mode: Mode,
    private readonly before: Remembered | undefined,
    private readonly held: LockedFields | undefined,
    readonly othersMakeRoom: boolean,
  ) {}

  decide({ field, theirs, ours, namesOthers }: FieldDifference): FieldDecision {
    // Several documents may fill one record: the first value stays.
    if (this.mode === 'fill' && ours !== 0) return 'leave';
    const name = nameHash(field);
    const held = this.held?.get(name);
    // A record referenced by an editor may have been merged and have another key.
    if (held !== undefined && (namesOthers || held === ours)) return 'keep';
    if (!this.before) return 'take';
    const base = this.before.fields.get(name) ?? 0;
    if (base !== ours) return namesOthers && this.othersMakeRoom ? 'take' : 'keep';
    return base === theirs ? 'leave' : 'take';
  }

  decideParts(field: string): FieldDecision {
    return this.keeps(field) ? 'keep' : 'take';
  }

  keeps(field: string): boolean {
    return this.held?.has(nameHash(field)) ?? false;
  }
}
