import type { Database } from 'bun:sqlite';
import type { Kind } from './kind';

/** How many records of a kind there are, as its rows say: parts are told within their record, and counted with it. */
const countOf = ({ table, parts, unreviewed }: Kind): string => {
  const columns = [...(parts ? [parts.column] : []), ...(unreviewed ? [unreviewed.addedBy] : [])];
  return `SELECT count(*) FROM "${table}"${columns.length > 0 ? ` WHERE ${columns.map((column) => `${column} IS NULL`).join(' AND ')}` : ''}`;
};

/** Counts the rows of a kind, and keeps the number: SQL. From then on triggers keep it true. */
export const countAnew = (kind: Kind): string =>
  `INSERT OR REPLACE INTO record_count (resource_type, records) VALUES ('${kind.type}', (${countOf(kind)}))`;

/** Counts all records anew, where rows came or went without the triggers. */
export function countAllAnew(writer: Database, kinds: readonly Kind[]): void {
  for (const kind of kinds) writer.run(countAnew(kind));
}

/** The kinds whose kept number is not that of their rows, with both. */
export function wrongCounts(database: Database, kinds: readonly Kind[]): { kind: Kind; kept: number | null; counted: number }[] {
  return kinds.flatMap((kind) => {
    const found = database
      .query(`SELECT (SELECT records FROM record_count WHERE resource_type = ?) AS kept, (${countOf(kind)}) AS counted`)
      .get(kind.type) as { kept: number | null; counted: number };
    return found.kept === found.counted ? [] : [{ kind, ...found }];
  });
}
