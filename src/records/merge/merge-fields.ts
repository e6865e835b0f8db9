import type { Kind } from '../../kinds';
import { bestWeight, type Claim, weightOfStanding } from '../provenance/claims';
import type { ExclusiveChildren } from '../provenance/exclusive-children';
import type { FieldLocks, LockedFields } from '../provenance/field-locks';
import { nameHash } from '../provenance/hashes';
import type { SourceMemory } from '../provenance/memory';
import { ultimateWeight, type Weight } from '../provenance/weights';
import { fieldOf, type Plan } from '../write/plan';
import { type Decision, type Difference, fillingPolicy, type Policy } from '../write/policies';
import type { RecordRows } from '../write/rows';
import type { ConflictingPair, IdentityConflicts } from './identity-conflicts';

/** A record that is there. */
export interface Standing {
  readonly key: number;
  readonly id: string;
}

interface Tools {
  readonly memory: SourceMemory;
  readonly held: FieldLocks;
  readonly rows: RecordRows;
  readonly oneSource: ExclusiveChildren;
  readonly twins: IdentityConflicts;
}

/** Brings what is known of a record into the one that it is merged into, by how good the word for each field is. */
export class FieldMerging {
  constructor(private readonly tools: Tools) {}

  /** What is known of a record; to be asked for before it is led to another. */
  known(type: string, id: string): Known {
    return { claims: this.tools.memory.claims(type, id), held: this.tools.held.find(type, id) };
  }

  /** Has what sources said in its place, for whoever changes it for many records at once. */
  placeMemory(): void {
    this.tools.memory.place();
  }

  /**
   * Fills a record from another one; what points to that one still does.
   * @returns the tables of its lists, which are empty then
   */
  fill(kind: Kind, goes: Standing, stays: Standing, from: Known, into: Known, givesWay?: boolean): ReadonlySet<string> {
    const { rows, held, oneSource } = this.tools;
    const plan = { ...rows.planOf(kind, goes.key), id: stays.id };
    const there = rows.planOf(kind, stays.key);
    const isLess = givesWay ?? (from.claims.length === 0 && standsIn(plan) && !standsIn(there));
    rows.change(plan, stays.key, isLess ? fillingPolicy : new MergePolicy(from, into));
    rows.emptyLists(plan, goes.key);
    if (!isLess) held.pass(kind.type, goes.id, stays.id);
    else if (givesWay) held.pass(kind.type, goes.id, stays.id, emptyIn(there));
    oneSource.choose(kind.table, goes.key, stays.key, isLess);
    return new Set(plan.owned.map(({ table }) => table));
  }

  /**
   * Empties the lists of a record that goes as another catalog has it: what the one that stays got of them is said by that.
   * @returns the tables of its lists
   */
  empty(kind: Kind, { key }: Standing): ReadonlySet<string> {
    const plan = this.tools.rows.planOf(kind, key);
    this.tools.rows.emptyLists(plan, key);
    return new Set(plan.owned.map(({ table }) => table));
  }

  /** The tables of the lists of a kind. */
  listsOf(kind: Kind): readonly string[] {
    return this.tools.rows.listsOf(kind).map(({ table }) => table);
  }

  /** The records that will be twins once what points to one record points to the other. */
  twins(kind: Kind, goes: Standing, stays: Standing): Generator<ConflictingPair> {
    return this.tools.twins.ofMerge(kind, goes.key, stays.key);
  }
}

/** The hashes of the names of fields that have no value. */
function emptyIn({ columns, owned }: Plan): ReadonlySet<number> {
  const empty = [
    ...Object.keys(columns).filter((column) => columns[column] === null),
    ...owned.filter(({ rows }) => rows.length === 0).map(fieldOf),
  ];
  return new Set(empty.map(nameHash));
}

/** Whether a record stands in for one to come. */
const standsIn = ({ columns }: Plan): boolean => columns.provisional === 1;

/** What is known of a record: what sources said of it, and what people wrote. */
export interface Known {
  readonly claims: readonly Claim[];
  readonly held: LockedFields | undefined;
}

/** A record that is merged into another, field by field: what is better known stands, and what people wrote before it. */
export class MergePolicy implements Policy {
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
