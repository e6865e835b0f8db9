import type { Slices } from '../formats/slices';
import { capitalized, type FileFacts, type Report, type RowOutcome } from './documents';
import type { ReleaseList } from './lists';

/** @param most rows of each outcome to include; counts are of all */
export function reportOf(
  rows: readonly RowOutcome[],
  { id, facts, ignored }: { readonly id: string; readonly facts: FileFacts; readonly ignored: readonly string[] },
  isDry: boolean,
  most: number,
): Report {
  const count = (outcome: RowOutcome['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const chosen = rows.filter((row) => row.chosen && row.release !== undefined && !row.provisional);
  const counted = new Map<string, number>();
  const isShown = ({ outcome, provisional, candidates = [] }: RowOutcome): boolean => {
    const group = `${outcome} ${provisional === true} ${candidates.length > 0}`;
    const before = counted.get(group) ?? 0;
    counted.set(group, before + 1);
    return before < most;
  };
  return {
    id,
    dry_run: isDry,
    file_rows: rows.filter(({ line }) => line !== null).length,
    added: count('new'),
    duplicates: count('duplicate'),
    provisional: rows.filter(({ outcome, provisional }) => outcome === 'new' && provisional === true).length,
    unmatched: count('unmatched'),
    with_candidates: rows.filter((row) => (row.outcome === 'unmatched' || row.provisional) && (row.candidates ?? []).length > 0).length,
    chosen: chosen.length,
    chosen_duplicates: chosen.filter(({ outcome }) => outcome === 'duplicate').length,
    skipped: count('skipped'),
    invalid: count('invalid'),
    // Copies of one release are one wish.
    wanted: new Set(rows.flatMap(({ outcome, wanted, release }) => (outcome === 'new' && wanted ? [release?.id] : []))).size,
    wishes: rows.filter(({ outcome, list }) => outcome === 'new' && list !== undefined).length,
    left_out: rows.filter((row) => row.left_out).length,
    in_notes: rows.filter((row) => row.in_notes !== undefined).length,
    ...facts,
    ignored_columns: [...ignored],
    rows: rows.filter(isShown),
  };
}

/** Written in slices, because there are many rows. */
export async function writeReport({ name }: ReleaseList, { id, rows, ...counts }: Report, slices: Slices): Promise<string> {
  const type = `${capitalized(name)}Import`;
  const end = ']}}}';
  const withoutRows = JSON.stringify({ data: { type, id, attributes: { ...counts, rows: [] } } });
  const written: string[] = [];
  await slices.each(rows, (row) => written.push(JSON.stringify(row)));
  return `${withoutRows.slice(0, -end.length)}${written.join()}${end}`;
}
