import type { Value } from '../../store/database/sql';
import { valueHash } from '../provenance/hashes';
import { fieldOf, namesOthers, rowsHash, rowsOf, type WritePlan } from './plan';
import type { FieldDecision, FieldDifference, PrecedencePolicy } from './policies';
import type { Columns } from './rows';

export interface MergedFields {
  readonly columns: Columns;
  /** Lists to replace, by position in the plan. */
  readonly replaced: ReadonlySet<number>;
  readonly isChanged: boolean;
  /** Whether a differing edited field stayed. */
  readonly isKept: boolean;
}

/**
 * Merges stated and current values field by field; the policy decides on differences. The columns of one attribute are taken
 * together.
 * @param ownedThere current list rows as JSON
 */
export function merge(plan: WritePlan, there: Columns, ownedThere: readonly (readonly string[])[], policy: PrecedencePolicy): MergedFields {
  const decisions: FieldDecision[] = [];
  const decide = (difference: FieldDifference): boolean => {
    const decision = policy.decide(difference);
    decisions.push(decision);
    return decision === 'take';
  };
  const merged = mergeColumns(plan, there, decide);
  const replaced = mergeLists(plan, ownedThere, decide);
  const isTaken = decisions.includes('take');
  const columns = isTaken ? goingTogether(plan, merged) : merged;
  const isOther = columns === merged || replaced.size > 0 || Object.keys(columns).some((column) => columns[column] !== there[column]);
  return { columns, replaced, isChanged: isTaken && isOther, isKept: decisions.includes('keep') };
}

/** Two valid states may break a rule in combination: the attribute it reports gives way. */
function goingTogether({ kind: { rule }, entrance }: WritePlan, columns: Columns): Columns {
  if (!rule) return columns;
  const name = rule(
    Object.fromEntries(Object.entries(columns).map(([column, value]) => [entrance.originOf(column) ?? column, value])),
  )?.attribute;
  if (name === undefined) return columns;
  return Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, entrance.originOf(column) === name ? null : value]));
}

type Decide = (difference: FieldDifference) => boolean;

function mergeColumns({ entrance, columns, says }: WritePlan, there: Columns, decide: Decide): Columns {
  const merged: Record<string, Value> = {};
  const decided = new Map<string | undefined, boolean>();
  for (const column in columns) {
    const theirs = columns[column] as Value;
    const ours = there[column] as Value;
    merged[column] = ours;
    if (theirs === ours) continue;
    const origin = entrance.originOf(column);
    if (!says(origin)) continue;
    let isTaken = decided.get(origin);
    if (isTaken === undefined) {
      const isSmaller = () => isSmallerValue(theirs, ours);
      const field = { field: column, theirs: valueHash(theirs), ours: valueHash(ours) };
      isTaken = decide({ ...field, namesOthers: namesOthers(entrance, origin), isSmaller });
      decided.set(origin, isTaken);
    }
    if (isTaken) merged[column] = theirs;
  }
  return merged;
}

function mergeLists({ entrance, owned, says }: WritePlan, ownedThere: readonly (readonly string[])[], decide: Decide): Set<number> {
  const replaced = new Set<number>();
  for (const [index, list] of owned.entries()) {
    if (!says(list.attribute)) continue;
    const [theirs, ours] = [rowsOf(list), ownedThere[index] ?? []];
    const field = { field: fieldOf(list), theirs: rowsHash(list, theirs), ours: rowsHash(list, ours) };
    if (field.theirs === field.ours) continue;
    const isSmaller = () => isSmallerList(theirs, ours);
    if (decide({ ...field, namesOthers: namesOthers(entrance, list.attribute), isSmaller })) replaced.add(index);
  }
  return replaced;
}

// Total order of values for ties, independent of anything else.

/** Numbers by value, text by code point. */
export function isSmallerValue(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return isSmallerText(String(a), String(b));
}

/** Lists by their rows as JSON. */
export const isSmallerList = (a: readonly string[], b: readonly string[]): boolean =>
  isSmallerText([...a].sort().join('\n'), [...b].sort().join('\n'));

/** As UTF-8 bytes, which sort by code point; UTF-16 strings do not. */
const isSmallerText = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
