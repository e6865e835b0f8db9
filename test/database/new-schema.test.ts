import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { migrate } from '../../src/database/migrate';
import { makeSchema } from '../../src/database/new-schema';

/** All that there is in a database, in the order in which it is read; of the migrations not when they were applied. */
function contentsOf(make: (database: Database) => void) {
  using database = new Database(':memory:');
  make(database);
  const parts = database.query("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").values();
  const tables = parts.filter(([type]) => type === 'table').map(([, name]) => String(name));
  const columnsOf = (table: string) => (table === 'migration' ? 'name' : '*');
  const rows = tables.map((table) => [table, database.query(`SELECT ${columnsOf(table)} FROM "${table}"`).values()] as const);
  return { parts, rows: rows.filter(([, found]) => found.length > 0), version: database.query('PRAGMA user_version').values() };
}

test('a new catalog has, in the same order, all that the migrations leave, and nothing else', () => {
  const made = contentsOf(makeSchema);
  expect(made).toEqual(contentsOf(migrate));
  expect(made.parts.length).toBeGreaterThan(300);
  expect(made.rows.map(([table]) => table)).toContain('record_count');
});
