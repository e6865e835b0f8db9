import type { Connection, Values } from '../store/database/connection';
import { feedState } from './sequence';

/** Incremented for incompatible changes. */
const formatVersion = 1;

/** Large enough to be efficient, small enough to delay other requests by 1 or 2 ms at most. */
const chunkCharacters = 65_536;

/** Number of lines per type, in file order. */
export type LineCounts = Readonly<Record<string, number>>;

/** Queries for the lines of one type. Those of changes bind `since`. */
export interface ExportSection {
  readonly type: string;
  readonly lines: string;
  readonly count: string;
}

/** Sections and start sequence of an export. */
export interface ExportLines {
  readonly sections: readonly ExportSection[];
  readonly since: number | undefined;
}

/** Lines of an export in chunks. Empty chunks yield to other work. Runs in the caller's transaction. */
export function* lineChunks(connection: Connection, { sections, since }: ExportLines): Generator<string, LineCounts> {
  const values: Values = since === undefined ? {} : { since };
  const counts: Record<string, number> = {};
  for (const { type, count } of sections) {
    counts[type] = (counts[type] ?? 0) + (connection.get<{ count: number }>(count, values)?.count ?? 0);
    if (counts[type] === 0) delete counts[type];
    yield '';
  }
  yield `${JSON.stringify(header(feedState(connection).sequence, since, counts))}\n`;
  for (const { type, lines } of sections) if (counts[type] !== undefined) yield* chunks(connection, lines, values);
  return counts;
}

const header = (sequence: number, since: number | undefined, counts: LineCounts) => ({
  type: 'Export',
  id: '/api/export',
  attributes: { format_version: formatVersion, sequence, since, counts },
});

function* chunks(connection: Connection, query: string, values: Values): Generator<string> {
  const statement = connection.prepare<{ line: string }, [Values]>(query);
  try {
    let chunk = '';
    for (const { line } of statement.iterate(values)) {
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
