import type { Database } from 'bun:sqlite';

// What sources say of records (table `imported_record`) stands by the UUIDs of these: of each record that comes it goes to another
// page. While an empty catalog is filled from an export, nothing of it is asked for; it is gathered in the order in which it comes.

const columns = ['source_key', 'type_key', 'id', 'content_hash', 'fields_key', 'value_hashes', 'authorities'].join(', ');

/** Makes the table in which it is gathered. */
export const beginGathering = (writer: Database): void =>
  void writer.run(`CREATE TABLE gathered_memory (
    key INTEGER PRIMARY KEY, source_key INTEGER, type_key INTEGER, id BLOB, content_hash INTEGER, fields_key INTEGER, value_hashes BLOB, authorities BLOB
  ) STRICT`);

/** Whether a first load gathers it; one that a version of before began does not. */
export const isGathering = (writer: Database): boolean =>
  writer.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'gathered_memory'").get() !== null;

/**
 * Puts all that was gathered in its place, in its order: pages are written once, and are full. What came last of a record counts.
 * Its columns are those of the version that began, which the catalog has still.
 */
export function endGathering(writer: Database): void {
  const gathered = writer.query("SELECT group_concat(name, ', ') FROM pragma_table_info('gathered_memory') WHERE name <> 'key'");
  const [[names]] = gathered.values() as [[string]];
  writer.run(
    `INSERT OR REPLACE INTO imported_record (${names}) SELECT ${names} FROM gathered_memory ORDER BY source_key, type_key, id, key`,
  );
  writer.run('DROP TABLE gathered_memory');
}

/** Puts what was gathered until now in its place as it came: to sort it would take as much memory as there is of it. */
export const placeGathered = `INSERT OR REPLACE INTO imported_record (${columns}) SELECT ${columns} FROM gathered_memory ORDER BY key`;
