import type { Kind } from '../kinds';
import { AbsorbingPolicy, type Known } from './absorbing-policy';
import type { HeldByHand } from './held-fields';
import type { OneSource } from './one-source';
import type { Plan } from './plan';
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

  /**
   * Fills a record from another one; what points to that one still does.
   * @returns the tables of its lists, which are empty then
   */
  fill(kind: Kind, goes: Standing, stays: Standing, from: Known, into: Known, givesWay?: boolean): ReadonlySet<string> {
    const { rows, held, oneSource } = this.tools;
    const plan = { ...rows.planOf(kind, goes.key), id: stays.id };
    const isLess = givesWay ?? (from.claims.length === 0 && standsIn(plan) && !standsIn(rows.planOf(kind, stays.key)));
    rows.change(plan, stays.key, isLess ? fillingPolicy : new AbsorbingPolicy(from, into));
    rows.emptyLists(plan, goes.key);
    if (!isLess) held.pass(kind.type, goes.id, stays.id);
    oneSource.choose(kind.table, goes.key, stays.key, isLess);
    return new Set(plan.owned.map(({ table }) => table));
  }

  /** The records that will be twins once what points to one record points to the other. */
  twins(kind: Kind, goes: Standing, stays: Standing): Generator<TwinsToMerge> {
    return this.tools.twins.ofMerge(kind, goes.key, stays.key);
  }
}

/** Whether a record stands in for one to come. */
const standsIn = ({ columns }: Plan): boolean => columns.provisional === 1;
