import type { Candidate, MatchedBy } from '../../matching/described-releases';
import type { Named } from './cells';
import type { Fault } from './faults';
import type { List } from './lists';
import type { Slices } from './turns';

export interface Outcome {
  /** `null` for a row that an earlier file had, and that was kept. */
  readonly line: number | null;
  readonly outcome: 'new' | 'duplicate' | 'unmatched' | 'skipped' | 'invalid';
  readonly reason?: string;
  readonly faults?: readonly Fault[];
  readonly said: Named;
  /** By what the release, or the candidates, were found. */
  readonly found_by?: MatchedBy | null;
  readonly release?: Candidate;
  /** How many items of the release the list had before. */
  readonly owned?: number;
  /** Whether the release is on the wishlist. */
  readonly wanted?: boolean;
  /** Of a new item: what it says. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** Of a new item: that its release is made of the row, and stands in for the true one. */
  readonly provisional?: true;
  readonly candidates?: readonly Candidate[];
  /** That what becomes of it was chosen for this row. */
  readonly chosen?: true;
}

/** What became of a file, or on a dry run would. */
export interface Report {
  readonly dry_run: boolean;
  readonly added: number;
  readonly duplicates: number;
  /** Of the new ones: how many are of releases that are made of their rows. */
  readonly provisional: number;
  readonly unmatched: number;
  /** Of those without a release, and of those whose release is made: how many have candidates, which are other editions or not clear. */
  readonly with_candidates: number;
  /** Of the new ones and the duplicates: for how many the release was chosen. */
  readonly chosen: number;
  /** Of the chosen ones: how many are duplicates. */
  readonly chosen_duplicates: number;
  readonly skipped: number;
  readonly invalid: number;
  readonly wanted: number;
  readonly ignored_columns: readonly string[];
  readonly rows: readonly Outcome[];
}

/** @param most how many rows of each outcome are shown; the counts are of all */
export function reportOf(rows: readonly Outcome[], ignored: Iterable<string>, isDry: boolean, most: number): Report {
  const count = (outcome: Outcome['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const chosen = rows.filter((row) => row.chosen && row.release !== undefined && !row.provisional);
  const shown = new Map<string, number>();
  const isShown = ({ outcome, provisional, candidates = [] }: Outcome): boolean => {
    const group = `${outcome} ${provisional === true} ${candidates.length > 0}`;
    const before = shown.get(group) ?? 0;
    shown.set(group, before + 1);
    return before < most;
  };
  return {
    dry_run: isDry,
    added: count('new'),
    duplicates: count('duplicate'),
    provisional: rows.filter(({ outcome, provisional }) => outcome === 'new' && provisional === true).length,
    unmatched: count('unmatched'),
    with_candidates: rows.filter((row) => (row.outcome === 'unmatched' || row.provisional) && (row.candidates ?? []).length > 0).length,
    chosen: chosen.length,
    chosen_duplicates: chosen.filter(({ outcome }) => outcome === 'duplicate').length,
    skipped: count('skipped'),
    invalid: count('invalid'),
    // Two copies of a release are one of the wishlist.
    wanted: new Set(rows.flatMap(({ outcome, wanted, release }) => (outcome === 'new' && wanted ? [release?.id] : []))).size,
    ignored_columns: [...ignored],
    rows: rows.filter(isShown),
  };
}

/** The document of a report, as JSON. Its rows are many, and are written in slices. */
export async function writeReport({ name }: List, { rows, ...counts }: Report, slices: Slices): Promise<string> {
  const type = name === 'collection' ? 'CollectionImport' : 'WishlistImport';
  const end = ']}}}';
  const withoutRows = JSON.stringify({ data: { type, id: Bun.randomUUIDv7(), attributes: { ...counts, rows: [] } } });
  const written: string[] = [];
  await slices.each(rows, (row) => written.push(JSON.stringify(row)));
  return `${withoutRows.slice(0, -end.length)}${written.join()}${end}`;
}
