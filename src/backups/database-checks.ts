import { constants, Database } from 'bun:sqlite';
import { counted } from '../counted';
import { isDamaged, isUnusable, readOnlyDiskAt } from '../store/database/availability';
import { searchedRows, searchedTable, searchIndexes } from '../store/database/derived-rows';
import { schemaVersion } from '../store/database/migrate';
import { accessFault } from '../store/files/free-bytes';
import { checkIntegrity, type Integrity } from './integrity';

export interface Checked {
  readonly schemaVersion: number;
  readonly sequence: number;
  readonly rows: Readonly<Record<string, number>>;
  /** What is damaged: nothing else of the database is to be trusted. */
  readonly damage: readonly string[];
  /** What does not fit together, in sentences: it can be worked out again, or is seen by nobody but whoever looks for it. */
  readonly findings: readonly string[];
}

/** Opens a database that nobody uses, for reading, and looks at all of it: some ten seconds for a gigabyte. */
export function checkDatabase(path: string): Checked {
  try {
    const integrity = checkIntegrity(path, reading(path, tablesOf));
    return reading(path, (database) => checkAll(database, integrity));
  } catch (error) {
    // The check itself ends so where pages are damaged that it needs to know what there is to check.
    if (isDamaged(error)) return damaged([(error as Error).message], 0);
    throw error;
  }
}

function checkAll(database: Database, { damage, findings }: Integrity): Checked {
  if (damage.length > 0) return damaged(damage, schemaVersion(database));
  const rows = countRows(database);
  return {
    schemaVersion: schemaVersion(database),
    sequence: hasFeed(database) ? (database.query('SELECT coalesce(max(sequence), 0) AS n FROM change').get() as { n: number }).n : 0,
    rows,
    damage,
    findings: [...findings, ...danglingReferences(database), ...unsearched(database)],
  };
}

/** The first schemas had none. */
const hasFeed = (database: Database): boolean => database.query("SELECT 1 FROM sqlite_schema WHERE name = 'change'").get() !== null;

const damaged = (damage: readonly string[], version: number): Checked => ({
  schemaVersion: version,
  sequence: 0,
  rows: {},
  damage,
  findings: [],
});

/** What brings the log of a database in order after a crash is over in less. */
const patienceMilliseconds = 10_000;

/** Reads a database that others may write meanwhile. */
export function reading<T>(path: string, work: (database: Database) => T): T {
  const database = new Database(path, constants.SQLITE_OPEN_READONLY);
  try {
    database.run(`PRAGMA busy_timeout = ${patienceMilliseconds}`);
    return work(database);
  } catch (error) {
    throw isUnusable(error) && accessFault(path) !== undefined ? readOnlyDiskAt(path) : error;
  } finally {
    database.close();
  }
}

/** The tables that hold what was written, and not what FTS5 keeps for itself. */
export function tablesOf(database: Database): string[] {
  const tables = database
    .query("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .values();
  return tables.flat() as string[];
}

export function countRows(database: Database): Record<string, number> {
  const count = (table: string) => (database.query(`SELECT count(*) AS n FROM "${table}"`).get() as { n: number }).n;
  return Object.fromEntries(tablesOf(database).map((table) => [table, count(table)]));
}

function danglingReferences(database: Database): string[] {
  const rows = database
    .query('SELECT "table", parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent')
    .all() as { table: string; parent: string; n: number }[];
  return rows.map(({ table, parent, n }) => `${n} of ${table} ${n === 1 ? 'refers' : 'refer'} to a missing ${parent}.`);
}

function unsearched(database: Database): string[] {
  return searchIndexes(database).flatMap((index) => {
    const table = searchedTable(index);
    const [entries, rows] = [`SELECT id FROM "${index}_docsize"`, `SELECT key FROM ${searchedRows(database, table)}`];
    const { n } = database
      .query(
        `SELECT (SELECT count(*) FROM (${entries}) WHERE id NOT IN (${rows})) + (SELECT count(*) FROM (${rows}) WHERE key NOT IN (${entries})) AS n`,
      )
      .get() as { n: number };
    return n === 0 ? [] : [`The search index ${index} differs from the table ${table} in ${counted(n, 'row')}.`];
  });
}
