import { bestWeight, type Claim, weightOfStanding } from './claims';
import { nameHash } from './hashes';
import type { HeldFields } from './held-fields';
import type { Decision, Difference, Policy } from './policies';
import { ultimateWeight, type Weight } from './weights';

/** What is known of a record: what sources said of it, and what people wrote. */
export interface Known {
  readonly claims: readonly Claim[];
  readonly held: HeldFields | undefined;
}

/** A record that is merged into another, field by field: what is better known stands, and what people wrote before it. */
export class AbsorbingPolicy implements Policy {
  readonly othersMakeRoom = false;
  readonly #renames = new Set<string>();

  constructor(
    private readonly from: Known,
    private readonly into: Known,
  ) {}

  decide({ field, theirs, ours, namesOthers, isSmaller }: Difference): Decision {
    const name = nameHash(field);
    if (isHeld(this.into, name, ours, namesOthers)) return 'keep';
    if (isHeld(this.from, name, theirs, namesOthers)) return this.#take(field);
    if (theirs === 0) return 'leave';
    if (ours === 0) return 'take';
    const [a, b] = [weightIn(this.from, name, theirs, namesOthers), weightIn(this.into, name, ours, namesOthers)];
    if (a !== b) return a > b ? this.#take(field) : 'leave';
    return a < ultimateWeight && !namesOthers && isSmaller() ? this.#take(field) : 'leave';
  }

  decideParts(): Decision {
    return 'leave';
  }

  keeps(field: string): boolean {
    return this.into.held?.has(nameHash(field)) ?? false;
  }

  renames(field: string): boolean {
    return this.#renames.has(field);
  }

  #take(field: string): Decision {
    this.#renames.add(field);
    return 'take';
  }
}

function isHeld({ held }: Known, name: number, value: number, namesOthers: boolean): boolean {
  const by = held?.get(name);
  return by !== undefined && (namesOthers || by === value);
}

/** What nobody said that we know of is a person's. Of what names others, which may have been merged since, the best stands. */
function weightIn({ claims }: Known, name: number, value: number, namesOthers: boolean): Weight {
  return (namesOthers ? bestWeight(claims, name) : weightOfStanding(claims, name, value)) ?? ultimateWeight;
}
