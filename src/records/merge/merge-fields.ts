import type { Kind } from '../../kinds';
import type { ExclusiveChildren } from '../provenance/exclusive-children';
import type { FieldLocks } from '../provenance/field-locks';
import { nameHash } from '../provenance/hashes';
import { fillingPrecedence, type KnownValues, mergePrecedence } from '../provenance/precedence';
import type { SourceMemory } from '../provenance/source-values';
import { fieldOf, type WritePlan } from '../write/plan';
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
    return { claims: this.tools.memory.claims(type, id), locks: this.tools.held.find(type, id) };
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
    rows.change(plan, stays.key, isLess ? fillingPrecedence : mergePrecedence(from, into));
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
