import type { Kind } from '../kinds';
import { AbsorbingPolicy, type Known } from './absorbing-policy';
import { nameHash } from './hashes';
import type { HeldByHand } from './held-fields';
import type { OneSource } from './one-source';
import { fieldOf, type Plan } from './plan';
import { fillingPolicy } from './policies';
import type { RecordRows } from './record-rows';
import type { SourceMemory } from './source-memory';
import type { Twins, TwinsToMerge } from './twins';

/** A record that is there. */
export interface Standing {
  readonly key: number;
  readonly id: string;
}

interface Tools {
  readonly memory: SourceMemory;
  readonly held: HeldByHand;
  readonly rows: RecordRows;
  readonly oneSource: OneSource;
  readonly twins: Twins;
}

/** Brings what is known of a record into the one that it is merged into, by how good the word for each field is. */
export class Absorbing {
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
    rows.change(plan, stays.key, isLess ? fillingPolicy : new AbsorbingPolicy(from, into));
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
  twins(kind: Kind, goes: Standing, stays: Standing): Generator<TwinsToMerge> {
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
