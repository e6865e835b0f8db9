import type { Database } from 'bun:sqlite';
import { feedState } from './sequence';

/** Rises when a reader of today could not read what is written. */
const formatVersion = 1;

/** Large enough that passing it on costs little, small enough that a server's other requests wait for one by 1 or 2 ms. */
const chunkCharacters = 65_536;

/** How many lines there are of each type that has any, in the order of the file. */
export type Counts = Readonly<Record<string, number>>;

/** The lines of one type, as queries. Those of `since` take the sequence once. */
export interface Section {
  readonly type: string;
  readonly lines: string;
  readonly count: string;
}

/** An export as it is read: which lines it has, and after which sequence of the feed. */
export interface Lines {
  readonly sections: readonly Section[];
  readonly since: number | undefined;
}

/**
 * The lines of an export, in pieces of whole ones. An empty piece gives its reader a moment for other work. All is read in the
 * transaction that the caller holds.
 */
export function* lineChunks(database: Database, { sections, since }: Lines): Generator<string, Counts> {
  const values = since === undefined ? [] : [since];
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
