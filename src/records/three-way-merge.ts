import type { Value } from '../database/prepare';
import type { Mode } from './given-record';
import { listHash, nameHash, valueHash } from './hashes';
import type { Columns } from './kind-table';
import { fieldOf, type Plan, rowsOf } from './plan';
import type { Remembered } from './source-memory';

/** What a record that is there becomes. */
export interface Merged {
  readonly columns: Columns;
  /** The lists to replace, by their places in the plan. */
  readonly replaced: ReadonlySet<number>;
  readonly isChanged: boolean;
  /** Whether the source says something else, and what somebody made of it by hand stays. */
  readonly isKept: boolean;
}

/**
 * Brings together what a source says now, what it said the last time and what the catalog has, field by field: what
 * the source says anew is taken where the catalog still has what it said before. Where the source never gave the record,
 * it is taken as its mode says.
 * @param ownedThere the rows of each list that are there, as JSON
 */
export function merge(
  plan: Plan,
  there: Columns,
  ownedThere: readonly (readonly string[])[],
  before: Remembered | undefined,
  mode: Mode,
): Merged {
  let isChanged = false;
  let isKept = false;
  const decide = (field: string, theirs: number, ours: number): boolean => {
    // Several documents may fill one record, each with something else: the first that comes is not overwritten.
    if (mode === 'fill' && ours !== 0) return false;
    if (before) {
      const base = before.fields.get(nameHash(field)) ?? 0;
      if (base === theirs || base !== ours) {
        if (base !== ours) isKept = true;
        return false;
      }
    }
    isChanged = true;
    return true;
  };
  const columns: Record<string, Value> = {};
  for (const column in plan.columns) {
    const theirs = plan.columns[column] as Value;
    const ours = there[column] as Value;
    const isTaken = theirs !== ours && plan.says(plan.entrance.originOf(column)) && decide(column, valueHash(theirs), valueHash(ours));
    columns[column] = isTaken ? theirs : ours;
  }
  const replaced = new Set<number>();
  for (const [index, list] of plan.owned.entries()) {
    if (!plan.says(list.attribute)) continue;
    const theirs = listHash(rowsOf(list));
    const ours = listHash(ownedThere[index] ?? []);
    if (theirs !== ours && decide(fieldOf(list), theirs, ours)) replaced.add(index);
  }
  return { columns, replaced, isChanged, isKept };
}
