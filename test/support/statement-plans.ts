import type { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import type { Store } from '../../src/store/database/open';

export interface Prepared {
  readonly purpose: string;
  readonly sql: string;
}

interface Step {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** Records the statements that the reader of a store prepares while there is a `purpose`. */
export function noting(store: Store, noted: Prepared[], purpose: () => string): void {
  const { reader } = store;
  const prepare = reader.prepare.bind(reader);
  reader.prepare = (sql: string) => {
    if (purpose() !== '') noted.push({ purpose: purpose(), sql });
    return prepare(sql);
  };
}

/** Sets ANALYZE statistics of a catalog with a million artists and ten million tracks. */
export function planAsInLargeCatalog({ reader, writer }: Store): void {
  const [, ...lines] = readFileSync(new URL('../fixtures/large-catalog-statistics.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  writer.run('ANALYZE');
  writer.run('DELETE FROM sqlite_stat1');
  const insert = writer.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)');
  for (const line of lines) {
    const [table = '', index = '', statistics = ''] = line.split('\t');
    insert.run(table, index === '' ? null : index, statistics);
  }
  // Reloads the statistics.
  for (const connection of new Set([reader, writer])) connection.run('ANALYZE sqlite_schema');
}

/** The steps of EXPLAIN QUERY PLAN. */
export function planOf(database: Database, sql: string): string[] {
  const statement = database.prepare<Step, null[]>(`EXPLAIN QUERY PLAN ${sql}`);
  return statement.all(...new Array(statement.paramsCount).fill(null)).map(({ detail }) => detail);
}

/**
 * Tables scanned completely by a statement, except those read in index order until a page is
 * full, and intermediate tables of the statement itself.
 */
export function tablesScanned(database: Database, sql: string): string[] {
  const details = planOf(database, sql);
  const made = new Set(details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/.exec(detail)?.[1] ?? []));
  const endsEarly =
    /\blimit\b/i.test(sql) && !/\bcount\(/i.test(sql) && !details.some((detail) => detail === 'USE TEMP B-TREE FOR ORDER BY');
  return details.flatMap((detail) => {
    const [, name = '', how = ''] = /^SCAN (\S+)(.*)$/.exec(detail) ?? [];
    if (name === '' || name === 'CONSTANT' || made.has(name) || name.startsWith('(')) return [];
    if (how.includes('VIRTUAL TABLE')) return /_(search|trigram)$/.test(name) && !/INDEX \d+:\S*[M=<>]/.test(how) ? [name] : [];
    const [, index = ''] = /USING (?:COVERING )?INDEX (\S+)/.exec(how) ?? [];
    return index !== '' && (endsEarly || isPartial(database, index)) ? [] : [name];
  });
}

/** Whether an index is partial: it has few rows, and can be scanned. */
const isPartial = (database: Database, index: string): boolean =>
  database.query<{ sql: string | null }, [string]>('SELECT sql FROM sqlite_schema WHERE name = ?').get(index)?.sql?.includes(' WHERE ') ===
  true;
