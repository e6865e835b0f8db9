import { type LineLikeness, matchAlike, matchPlaces } from '../tracks/track-matching';
import type { Clash, Sides } from './types';

/** Result of merging a row; equal for both sides without conflict. */
export interface MergedSides<T> {
  readonly mine: T;
  readonly theirs: T;
}

/** How to identify and merge rows. */
export interface RowKind<T> {
  readonly whole: (row: T) => string;
  /** Identities of a row, most reliable first. */
  readonly likenesses: readonly LineLikeness<T>[];
  readonly sure: readonly LineLikeness<T>[];
  /** Whether unmatched rows are matched by position. */
  readonly byPlace: boolean;
  readonly both: (base: T | undefined, mine: T, theirs: T) => MergedSides<T>;
}

interface Slot<T> {
  readonly base?: T | undefined;
  readonly mine?: T | undefined;
  readonly theirs?: T | undefined;
}

/**
 * Three-way merge of lists, row by row.
 * @param choose resolves conflicts
 */
export function mergeRows<T>(sides: Sides<readonly T[]>, kind: RowKind<T>, choose: (clash: Clash<T>) => readonly T[]): T[] {
  return slotsOf(sides, kind).flatMap((slot) => settle(slot, kind, choose));
}

/** Takes changes of one side, merges those of both, or asks. */
function settle<T>({ base, mine, theirs }: Slot<T>, kind: RowKind<T>, choose: (clash: Clash<T>) => readonly T[]): readonly T[] {
  const isAs = (one: T | undefined, other: T | undefined) =>
    one === undefined || other === undefined ? one === other : kind.whole(one) === kind.whole(other);
  const list = (row: T | undefined): T[] => (row === undefined ? [] : [row]);
  if (isAs(mine, theirs) || isAs(mine, base)) return list(theirs);
  if (isAs(theirs, base)) return list(mine);
  const raw = [base, mine, theirs].flatMap(list);
  if (mine === undefined || theirs === undefined) return choose({ base: list(base), mine: list(mine), theirs: list(theirs), raw });
  const merged = kind.both(base, mine, theirs);
  if (isAs(merged.mine, merged.theirs)) return [merged.theirs];
  return choose({ base: list(base), mine: [merged.mine], theirs: [merged.theirs], raw });
}

/** In their order, unless only mine was reordered. */
function slotsOf<T>({ base, mine, theirs }: Sides<readonly T[]>, kind: RowKind<T>): Slot<T>[] {
  const [mineWas, theirsWas] = [matched(base, mine, theirs, kind), matched(base, theirs, mine, kind)];
  const ofBase = base.map((row, place): Slot<T> => ({ base: row, mine: at(mine, mineWas, place), theirs: at(theirs, theirsWas, place) }));
  const [added, others] = [addedOf(mine, mineWas), addedOf(theirs, theirsWas)];
  const matches = matchAlike(others, added, [kind.whole, ...kind.sure]);
  const ofTheirs = others.map((row, index): Slot<T> => ({ theirs: row, mine: at(added, matches, index) }));
  const ofMine = added.map((row, index): Slot<T> => ofTheirs[matches[index] ?? -1] ?? { mine: row });
  const mineInOrder = inOrder(mineWas, ofBase, ofMine);
  const theirsInOrder = inOrder(theirsWas, ofBase, ofTheirs);
  return isRising(theirsWas) && !isRising(mineWas) ? woven(mineInOrder, theirsInOrder) : woven(theirsInOrder, mineInOrder);
}

/** Matches rows to the original. Rows equal on both sides are the same, or both new. */
function matched<T>(base: readonly T[], side: readonly T[], other: readonly T[], kind: RowKind<T>): (number | undefined)[] {
  const others = new Set(other.map(kind.whole));
  const likenesses = kind.likenesses.map((likeness) => (row: T) => (others.has(kind.whole(row)) ? undefined : likeness(row)));
  const matches = matchAlike(base, side, [kind.whole, ...likenesses]);
  if (!kind.byPlace) return matches;
  const placed = matchPlaces(base, matches);
  return side.map((row, index) => (others.has(kind.whole(row)) ? matches[index] : placed[index]));
}

const at = <T>(rows: readonly T[], was: readonly (number | undefined)[], place: number): T | undefined => rows[was.indexOf(place)];

const addedOf = <T>(rows: readonly T[], was: readonly (number | undefined)[]): T[] => rows.filter((_, index) => was[index] === undefined);

function inOrder<T>(was: readonly (number | undefined)[], ofBase: readonly Slot<T>[], added: readonly Slot<T>[]): Slot<T>[] {
  const left = [...added];
  return was.flatMap((place) => (place === undefined ? left.splice(0, 1) : (ofBase[place] ?? [])));
}

/** Inserts rows that only the second list has after their predecessor there, and after rows that the first list added there. */
function woven<T>(first: readonly Slot<T>[], second: readonly Slot<T>[]): Slot<T>[] {
  const all = [...first];
  let before = -1;
  for (const slot of second) {
    const place = all.indexOf(slot);
    if (place >= 0) {
      before = place;
      continue;
    }
    while (all[before + 1] !== undefined && all[before + 1]?.base === undefined) before += 1;
    before += 1;
    all.splice(before, 0, slot);
  }
  return all;
}

function isRising(places: readonly (number | undefined)[]): boolean {
  const known = places.filter((place) => place !== undefined);
  return known.every((place, index) => index === 0 || place > (known[index - 1] ?? 0));
}

/** Without what both have. */
export function rowDifference(were: readonly string[], are: readonly string[], left: ReadonlySet<string>) {
  const [before, after] = [new Set(were), new Set(are)];
  return {
    gone: were.filter((one) => !after.has(one) && !left.has(one)),
    come: are.filter((one) => !before.has(one) && !left.has(one)),
  };
}
