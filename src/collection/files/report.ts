import type { Candidate } from '../../matching/described-releases';
import type { MatchedBy } from '../../matching/vocabulary';
import type { DiscName } from './cells';
import type { Fault } from './faults';
import type { Slices } from './import-queue';
import type { ReleaseList } from './lists';

export interface RowOutcome {
  /** Null for a stored row of an earlier file. */
  readonly line: number | null;
  readonly outcome: 'new' | 'duplicate' | 'unmatched' | 'skipped' | 'invalid';
  readonly reason?: string;
  readonly faults?: readonly Fault[];
  readonly said: DiscName;
  /** How the release or its candidates were found. */
  readonly found_by?: MatchedBy | null;
  readonly release?: Candidate;
  /** Items of the release before the import. */
  readonly owned?: number;
  /** Whether the release is on the wishlist. */
  readonly wanted?: boolean;
  readonly item?: Readonly<Record<string, unknown>>;
  /** The item's release is provisional, created from the row. */
  readonly provisional?: true;
  readonly candidates?: readonly Candidate[];
  /** The outcome was chosen for this row. */
  readonly chosen?: true;
}

/** The result of an import or dry run. */
export interface Report {
  readonly dry_run: boolean;
  readonly added: number;
  readonly duplicates: number;
  /** New items with a provisional release. */
  readonly provisional: number;
  readonly unmatched: number;
  /** Unmatched and provisional rows with candidates. */
  readonly with_candidates: number;
  /** New items and duplicates whose release was chosen. */
  readonly chosen: number;
  /** Chosen rows that are duplicates. */
  readonly chosen_duplicates: number;
  readonly skipped: number;
  readonly invalid: number;
  readonly wanted: number;
  readonly ignored_columns: readonly string[];
  readonly rows: readonly RowOutcome[];
}

/** @param most rows of each outcome to include; counts are of all */
export function reportOf(rows: readonly RowOutcome[], ignored: Iterable<string>, isDry: boolean, most: number): Report {
  const count = (outcome: RowOutcome['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const chosen = rows.filter((row) => row.chosen && row.release !== undefined && !row.provisional);
  const shown = new Map<string, number>();
  const isShown = ({ outcome, provisional, candidates = [] }: RowOutcome): boolean => {
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
    // Copies of one release are one wish.
    wanted: new Set(rows.flatMap(({ outcome, wanted, release }) => (outcome === 'new' && wanted ? [release?.id] : []))).size,
    ignored_columns: [...ignored],
    rows: rows.filter(isShown),
  };
}

/** Written in slices, because there are many rows. */
export async function writeReport({ name }: ReleaseList, { rows, ...counts }: Report, slices: Slices): Promise<string> {
  const type = name === 'collection' ? 'CollectionImport' : 'WishlistImport';
  const end = ']}}}';
  const withoutRows = JSON.stringify({ data: { type, id: Bun.randomUUIDv7(), attributes: { ...counts, rows: [] } } });
  const written: string[] = [];
  await slices.each(rows, (row) => written.push(JSON.stringify(row)));
  return `${withoutRows.slice(0, -end.length)}${written.join()}${end}`;
}
