import { pluralize } from '../pluralize';
import { isDamaged, isUnusable, readOnlyDiskAt } from '../store/database/availability';
import { Connection } from '../store/database/connection';
import { searchedRows, searchedTable, searchIndexes } from '../store/database/derived-rows';
import { schemaVersion } from '../store/database/migrate';
import { accessFault } from '../store/files/disk-space';
import { checkIntegrity, type Integrity } from './integrity';

export interface Checked {
  readonly schemaVersion: number;
  readonly sequence: number;
  readonly rows: Readonly<Record<string, number>>;
  /** If not empty, nothing else in the database can be trusted. */
  readonly damage: readonly string[];
  /** Inconsistencies in sentences: derived data that can be rebuilt, or faults in single rows. */
  readonly findings: readonly string[];
}

/** Checks a whole database that no one writes: about ten seconds per gigabyte. */
export function checkDatabase(path: string): Checked {
  try {
    const integrity = checkIntegrity(path, reading(path, tablesOf));
    return reading(path, (database) => checkAll(database, integrity));
  } catch (error) {
    // The check itself can fail on damaged pages.
    if (isDamaged(error)) return damaged([(error as Error).message], 0);
    throw error;
  }
}

function checkAll(database: Connection, { damage, findings }: Integrity): Checked {
  if (damage.length > 0) return damaged(damage, schemaVersion(database));
  const rows = countRows(database);
  return {
    schemaVersion: schemaVersion(database),
    sequence: hasFeed(database) ? countOf(database, 'SELECT coalesce(max(sequence), 0) AS n FROM change') : 0,
    rows,
    damage,
    findings: [...findings, ...danglingReferences(database), ...unsearched(database)],
  };
}

/** The first schemas had none. */
const hasFeed = (database: Connection): boolean => database.get("SELECT 1 FROM sqlite_schema WHERE name = 'change'") !== undefined;

const countOf = (database: Connection, query: string): number => database.get<{ n: number }>(query)?.n ?? 0;

const damaged = (damage: readonly string[], version: number): Checked => ({
  schemaVersion: version,
  sequence: 0,
  rows: {},
  damage,
  findings: [],
});

/** Recovering a log after a crash takes less. */
const patienceMilliseconds = 10_000;

/** Opens a database for reading while others may write. */
export function reading<T>(path: string, work: (connection: Connection) => T): T {
  const database = new Connection(path, { readonly: true });
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    return work(database);
  } catch (error) {
    throw isUnusable(error) && accessFault(path) !== undefined ? readOnlyDiskAt(path) : error;
  } finally {
    database.close();
  }
}

/** Tables with data, without the shadow tables of FTS5. */
export function tablesOf(database: Connection, schema = 'main'): string[] {
  const tables = "SELECT name FROM pragma_table_list WHERE schema = :schema AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";
  return database.all<{ name: string }>(tables, { schema }).map(({ name }) => name);
}

export function countRows(database: Connection): Record<string, number> {
  return Object.fromEntries(tablesOf(database).map((table) => [table, countOf(database, `SELECT count(*) AS n FROM "${table}"`)]));
}

function danglingReferences(database: Connection): string[] {
  const rows = database.all<{ table: string; parent: string; n: number }>(
    'SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent',
  );
  return rows.map(({ table, parent, n }) => `${n} of ${table} ${n === 1 ? 'refers' : 'refer'} to a missing ${parent}.`);
}

function unsearched(database: Connection): string[] {
  return searchIndexes(database).flatMap((index) => {
    const table = searchedTable(index);
    const [entries, rows] = [`SELECT id FROM "${index}_docsize"`, `SELECT key FROM ${searchedRows(database, table)}`];
    const n = countOf(
      database,
      `SELECT (SELECT count(*) FROM (${entries}) WHERE id NOT IN (${rows})) + (SELECT count(*) FROM (${rows}) WHERE key NOT IN (${entries})) AS n`,
    );
    return n === 0 ? [] : [`The search index ${index} differs from the table ${table} in ${pluralize(n, 'row')}.`];
  });
}

/** Hashes of the covers of releases and the photos of copies; none before these were introduced. */
export function coversIn(database: Connection): string[] {
  const tables = tablesOf(database).filter((table) => table === 'release_cover' || table === 'item_photo');
  const hashes = tables.flatMap((table) => database.all<{ hash: string }>(`SELECT DISTINCT hash FROM ${table}`));
  return [...new Set(hashes.map(({ hash }) => hash))];
}
