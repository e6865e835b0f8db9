import type { Value } from '../store/database/sql';

type Row = readonly Value[];

/** Texts as printed, of which one is enough. */
const printed = new Set(['position', 'name_variation', 'join_phrase']);

/** A credit for some tracks is not one for all, and a detail in brackets makes it another, as does a role. */
const exact = new Set(['list', 'detail', 'tracks']);

/**
 * Folds rows of a list that name one record twice, as after a merge. The first keeps its position and gets values that only the other
 * has; rows with different values stay apart.
 * @param mayBeOne whether to compare two rows, by their indexes
 */
export function foldDoubles(columns: readonly string[], rows: readonly Row[], mayBeOne: (one: number, other: number) => boolean): Row[] {
  const folded: { readonly row: Row; readonly index: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const at = folded.findIndex((one) => mayBeOne(one.index, index) && isDouble(columns, one.row, row));
    const first = folded[at];
    if (first) folded[at] = { ...first, row: first.row.map((value, column) => value ?? row[column] ?? null) };
    else folded.push({ row, index });
  }
  return folded.map(({ row }) => row);
}

const isDouble = (columns: readonly string[], one: Row, other: Row): boolean =>
  columns.every((name, index) => {
    const [a, b] = [one[index], other[index]];
    if (a === b || printed.has(name)) return true;
    return (a === null || b === null) && !exact.has(name) && !name.endsWith('_key');
  });
