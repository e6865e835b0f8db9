import type { List } from './lists';
import type { Candidate } from './matching';
import type { Slices } from './slices';

/** What became of a row. */
export interface Outcome {
  /** `null` for a row that an earlier file had, and that was kept. */
  readonly line: number | null;
  readonly outcome: 'new' | 'duplicate' | 'unmatched' | 'invalid';
  readonly reason?: string;
  readonly release?: Candidate;
  readonly candidates?: readonly Candidate[];
}

/** What became of a file, or on a dry run would. */
export interface Report {
  readonly dry_run: boolean;
  readonly added: number;
  readonly duplicates: number;
  readonly unmatched: number;
  readonly ignored_columns: readonly string[];
  readonly rows: readonly Outcome[];
}

export function reportOf(rows: readonly Outcome[], ignored: Iterable<string>, isDry: boolean): Report {
  const count = (outcome: Outcome['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  return {
    dry_run: isDry,
    added: count('new'),
    duplicates: count('duplicate'),
    unmatched: count('unmatched'),
    ignored_columns: [...ignored],
    rows,
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
