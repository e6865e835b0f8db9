import type { Database } from 'bun:sqlite';
import { catalog } from '../catalog';
import type { Kind, Kinds } from '../kinds';
import { allRecords, changedRecords, countChangedRecords, countRecords } from './record-queries';
import { countLines, deletedRecords, mergedRecords, slugRedirects, type Which } from './redirects-and-tombstones';
import { feedState } from './sequence';
import { withoutStandIns } from './stand-ins';

/** Rises when a reader of today could not read what is written. */
const formatVersion = 1;

/** Large enough that passing it on costs little, small enough that a server's other requests wait for one by 1 or 2 ms. */
const chunkCharacters = 65_536;

/** How many lines there are of each type that has any, in the order of the file. */
export type Counts = Readonly<Record<string, number>>;

/** The lines of one type, as queries. Those of `since` take the sequence once. */
interface Section {
  readonly type: string;
  readonly lines: string;
  readonly count: string;
}

/** What an export has in it. */
export interface Extent {
  /** Only what has changed after this sequence of the feed, which has to reach back to it. */
  readonly since?: number | undefined;
  /** Whether records that only stand in for others to come are in it, with what is below them. */
  readonly standIns?: boolean | undefined;
}

/**
 * The catalog as JSON lines, in pieces of whole lines: the header, records, and where records have been. An empty piece
 * gives its reader a moment for other work. All is read in the transaction that the caller holds.
 */
export function* exportChunks(database: Database, extent: Extent, kinds: Kinds = catalog): Generator<string, Counts> {
  const { since } = extent;
  const values = since === undefined ? [] : [since];
  const sections = sectionsOf(kinds, extent);
  const counts: Record<string, number> = {};
  for (const { type, count } of sections) {
    counts[type] = (counts[type] ?? 0) + countOf(database, count, values);
    if (counts[type] === 0) delete counts[type];
    yield '';
  }
  yield `${JSON.stringify(header(feedState(database).sequence, since, counts))}\n`;
  for (const { type, lines } of sections) if (counts[type] !== undefined) yield* chunks(database, lines, values);
  return counts;
}

function sectionsOf(kinds: Kinds, { since, standIns }: Extent): Section[] {
  const { all } = kinds;
  const onlyOf = (kind: Kind) => (standIns ? 'TRUE' : withoutStandIns(kind, kinds, 'x'));
  const records = all.map((kind) => {
    const only = onlyOf(kind);
    return since === undefined
      ? { type: kind.type, lines: allRecords(kind, only), count: countRecords(kind, only) }
      : { type: kind.type, lines: changedRecords(kind, only), count: countChangedRecords(kind, only) };
  });
  const which = since === undefined ? 'all' : 'since';
  const traces = (name: string, query: (kind: Kind, which: Which, only: string) => string) =>
    all.map((kind) => {
      const lines = query(kind, which, onlyOf(kind));
      return { type: name, lines, count: countLines(lines) };
    });
  return [
    ...records,
    ...traces('SlugRedirect', slugRedirects),
    ...traces('MergedRecord', mergedRecords),
    ...traces('DeletedRecord', deletedRecords),
  ];
}

const header = (sequence: number, since: number | undefined, counts: Counts) => ({
  type: 'Export',
  id: '/api/export',
  attributes: { format_version: formatVersion, sequence, since, counts },
});

function countOf(database: Database, query: string, values: readonly number[]): number {
  const statement = database.prepare<{ count: number }, number[]>(query);
  try {
    return statement.get(...values)?.count ?? 0;
  } finally {
    statement.finalize();
  }
}

function* chunks(database: Database, query: string, values: readonly number[]): Generator<string> {
  const statement = database.prepare<{ line: string }, number[]>(query);
  try {
    let chunk = '';
    for (const { line } of statement.iterate(...values)) {
      chunk += `${line}\n`;
      if (chunk.length < chunkCharacters) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
  } finally {
    statement.finalize();
  }
}
