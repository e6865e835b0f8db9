import type { Kind } from '../../kinds';
import type { ExclusiveChildren } from '../provenance/exclusive-children';
import type { FieldLocks, LockedFields } from '../provenance/field-locks';
import { nameHash } from '../provenance/hashes';
import { bestRank, type Claim, highestRank, type Rank, rankOfCurrent } from '../provenance/ranks';
import type { SourceMemory } from '../provenance/source-values';
import { fieldOf, type WritePlan } from '../write/plan';
import { type FieldDecision, type FieldDifference, fillingPolicy, type PrecedencePolicy } from '../write/policies';
import type { RecordRows } from '../write/rows';
import type { ConflictingPair, IdentityConflicts } from './identity-conflicts';

export interface ExistingRecord {
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

/** Merges the fields of records by the precedence of their values. */
export class FieldMerging {
  constructor(private readonly tools: Tools) {}

  /** Must be read before references are redirected. */
  known(type: string, id: string): KnownValues {
    return { claims: this.tools.memory.claims(type, id), held: this.tools.held.find(type, id) };
  }

  /** Writes provenance immediately, for bulk changes. */
  placeMemory(): void {
    this.tools.memory.place();
  }

  /**
   * Fills a record from another one, without redirecting references.
   * @returns the list tables emptied by it
   */
  fill(
    kind: Kind,
    goes: ExistingRecord,
    stays: ExistingRecord,
    from: KnownValues,
    into: KnownValues,
    givesWay?: boolean,
  ): ReadonlySet<string> {
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
   * Empties the lists of a record merged in another catalog: that catalog's version of the target already contains them.
   * @returns their tables
   */
  empty(kind: Kind, { key }: ExistingRecord): ReadonlySet<string> {
    const plan = this.tools.rows.planOf(kind, key);
    this.tools.rows.emptyLists(plan, key);
    return new Set(plan.owned.map(({ table }) => table));
  }

  listsOf(kind: Kind): readonly string[] {
    return this.tools.rows.listsOf(kind).map(({ table }) => table);
  }

  /** Records that become twins when references are redirected. */
  twins(kind: Kind, goes: ExistingRecord, stays: ExistingRecord): Generator<ConflictingPair> {
    return this.tools.twins.ofMerge(kind, goes.key, stays.key);
  }
}

/** Hashes of the names of empty fields. */
function emptyIn({ columns, owned }: WritePlan): ReadonlySet<number> {
  const empty = [
    ...Object.keys(columns).filter((column) => columns[column] === null),
    ...owned.filter(({ rows }) => rows.length === 0).map(fieldOf),
  ];
  return new Set(empty.map(nameHash));
}

/** Whether a record is provisional. */
const standsIn = ({ columns }: WritePlan): boolean => columns.provisional === 1;

/** Provenance and locked fields of a record. */
export interface KnownValues {
  readonly claims: readonly Claim[];
  readonly held: LockedFields | undefined;
}

/** Merges field by field: manual values first, then by rank of the source. */
export class MergePolicy implements PrecedencePolicy {
  readonly othersMakeRoom = false;
  readonly #renames = new Set<string>();

  constructor(
    private readonly from: KnownValues,
    private readonly into: KnownValues,
  ) {}

  decide({ field, theirs, ours, namesOthers, isSmaller }: FieldDifference): FieldDecision {
    const name = nameHash(field);
    if (holdingFilter(this.into, name, ours, namesOthers)) return 'keep';
    if (holdingFilter(this.from, name, theirs, namesOthers)) return this.#take(field);
    if (theirs === 0) return 'leave';
    if (ours === 0) return 'take';
    const [a, b] = [rankIn(this.from, name, theirs, namesOthers), rankIn(this.into, name, ours, namesOthers)];
    if (a !== b) return a > b ? this.#take(field) : 'leave';
    return a < highestRank && !namesOthers && isSmaller() ? this.#take(field) : 'leave';
  }

  decideParts(): FieldDecision {
    return 'leave';
  }

  keeps(field: string): boolean {
    return this.into.held?.has(nameHash(field)) ?? false;
  }

  renames(field: string): boolean {
    return this.#renames.has(field);
  }

  #take(field: string): FieldDecision {
    this.#renames.add(field);
    return 'take';
  }
}

function holdingFilter({ held }: KnownValues, name: number, value: number, namesOthers: boolean): boolean {
  const by = held?.get(name);
  return by !== undefined && (namesOthers || by === value);
}

/** Values without a source count as manual. For references, which may have been merged, the best rank counts. */
function rankIn({ claims }: KnownValues, name: number, value: number, namesOthers: boolean): Rank {
  return (namesOthers ? bestRank(claims, name) : rankOfCurrent(claims, name, value)) ?? highestRank;
}
