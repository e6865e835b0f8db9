/**
 * The databases of earlier schemas that `test/fixtures/schemas/` keeps, one of each version that there ever was, small and
 * with rows in its tables. `npm run schemas` makes those that are missing: of the migrations up to that
 * version, and of rows of today's schema as far as that version had places for them.
 */
import { constants, Database } from 'bun:sqlite';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../db/migrations';
import { tablesOf } from '../../src/backups/database-checks';
import { applicationId } from '../../src/database/inspect';
import { migrate } from '../../src/database/migrate';
import { emptyFolder } from './executable';

const folder = new URL('../fixtures/schemas/', import.meta.url).pathname;

export const schemaFile = (version: number): string => join(folder, `${String(version).padStart(4, '0')}.db.zst`);

/** Puts the database of a schema version into a file. */
export function unpackSchema(version: number, path: string): void {
  writeFileSync(path, Bun.zstdDecompressSync(readFileSync(schemaFile(version))), { mode: 0o600 });
}

/** Whether there is a database of a schema version, made by the migrations that lead to it now. */
export function isKept(version: number): boolean {
  if (!existsSync(schemaFile(version))) return false;
  using folder = emptyFolder();
  const path = join(folder.path, 'kept.db');
  unpackSchema(version, path);
  const database = new Database(path, { readonly: true });
  const names = database.query('SELECT name FROM migration ORDER BY rowid').values().flat();
  database.close();
  return (
    names.join() ===
    migrations
      .slice(0, version)
      .map(({ name }) => name)
      .join()
  );
}

/** Makes the database of a schema version, with as many rows of another as it has places for. */
export function makeSchema(version: number, from: string, path: string): void {
  rmSync(path, { force: true });
  const database = new Database(path, constants.SQLITE_OPEN_READWRITE | constants.SQLITE_OPEN_CREATE);
  try {
    database.run(`PRAGMA application_id = ${applicationId}`);
    migrate(database, migrations.slice(0, version));
    database.query('ATTACH ? AS today').run(from);
    database.run('PRAGMA foreign_keys = OFF');
    for (const table of inOrder(database)) copyRows(database, table);
    database.run('DETACH today');
    // What came without what it belongs to.
    database.run('PRAGMA foreign_keys = ON');
    for (const { table, rowid } of dangling(database)) database.query(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid);
    database.run('VACUUM');
  } finally {
    database.close(true);
  }
}

function inOrder(database: Database): string[] {
  const ours = new Set(tablesOf(database));
  const tables = database.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").values().flat() as string[];
  return tables.filter((table) => ours.has(table) && table !== 'migration');
}

/** Rows that break a rule of that version stay out; so do those that its triggers wrote before. */
function copyRows(database: Database, table: string): void {
  const columnsOf = (schema: string) =>
    database.query('SELECT name FROM pragma_table_xinfo(?, ?) WHERE hidden = 0').values(table, schema).flat() as string[];
  const today = new Set(columnsOf('today'));
  const names = columnsOf('main')
    .filter((column) => today.has(column))
    .map((column) => `"${column}"`)
    .join(', ');
  if (names !== '') database.run(`INSERT OR IGNORE INTO main."${table}" (${names}) SELECT ${names} FROM today."${table}"`);
}

const dangling = (database: Database) =>
  database.query('SELECT DISTINCT "table", rowid FROM pragma_foreign_key_check WHERE rowid IS NOT NULL').all() as {
    table: string;
    rowid: number;
  }[];
