import type { Value } from '../database/prepare';
import { listHash, valueHash } from './hashes';
import type { Columns } from './kind-table';
import { fieldOf, type Plan, rowsOf } from './plan';
import type { Policy } from './policies';

/** What a record that is there becomes. */
export interface Merged {
  readonly columns: Columns;
  /** The lists to replace, by their places in the plan. */
  readonly replaced: ReadonlySet<number>;
  readonly isChanged: boolean;
  /** Whether something else is said, and what somebody made of the record by hand stays. */
  readonly isKept: boolean;
}

/**
 * Brings together what is said of a record and what the catalog has, field by field: where they differ, the policy
 * decides.
 * @param ownedThere the rows of each list that are there, as JSON
 */
export function merge(plan: Plan, there: Columns, ownedThere: readonly (readonly string[])[], policy: Policy): Merged {
  let isChanged = false;
  let isKept = false;
  const isTaken = (field: string, theirs: number, ours: number): boolean => {
    const decision = policy.decide(field, theirs, ours);
    if (decision === 'take') isChanged = true;
    if (decision === 'keep') isKept = true;
    return decision === 'take';
  };
  const columns: Record<string, Value> = {};
  for (const column in plan.columns) {
    const theirs = plan.columns[column] as Value;
    const ours = there[column] as Value;
    const takesTheirs = theirs !== ours && plan.says(plan.entrance.originOf(column)) && isTaken(column, valueHash(theirs), valueHash(ours));
    columns[column] = takesTheirs ? theirs : ours;
  }
  const replaced = new Set<number>();
  for (const [index, list] of plan.owned.entries()) {
    if (!plan.says(list.attribute)) continue;
    const theirs = listHash(rowsOf(list));
    const ours = listHash(ownedThere[index] ?? []);
    if (theirs !== ours && isTaken(fieldOf(list), theirs, ours)) replaced.add(index);
  }
  return { columns, replaced, isChanged, isKept };
}
