import type { Database } from 'bun:sqlite';

// Derived rows, which can be rebuilt.

export const searchIndexes = (database: Database): string[] =>
  database.query("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5 (%'").values().flat() as string[];

/** Table behind an index, from its name. */
export const searchedTable = (index: string): string => index.replace(/_search$|_(?:name|title)_trigram$/, '');

/** FROM clause of the indexed rows. Earlier schemas have fewer columns. */
export function searchedRows(database: Database, table: string): string {
  const column = unlessSet[table];
  const isThere = column !== undefined && database.query('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== null;
  return isThere ? `"${table}" WHERE ${column} IS NULL` : `"${table}"`;
}

/** Columns of rows that are not indexed: unreviewed releases, and parts of tracks. */
const unlessSet: Readonly<Record<string, string>> = { release: 'unreviewed_by', release_track: 'parent_key' };

/** Fills an index from its view, or from its column. */
export function rebuildSearch(writer: Database, index: string): void {
  const table = searchedTable(index);
  const entryColumns = writer.query('SELECT name FROM pragma_table_info(?) WHERE cid > 0').values(`${index}_entry`).join(', ');
  const folded = writer
    .query("SELECT name FROM pragma_table_info(?) WHERE name IN ('name_folded', 'title_folded', 'role_folded')")
    .get(table) as {
    name: string;
  };
  writer.run(`INSERT INTO "${index}" ("${index}") VALUES ('delete-all')`);
  if (entryColumns !== '') writer.run(`INSERT INTO "${index}" (rowid, ${entryColumns}) SELECT key, ${entryColumns} FROM "${index}_entry"`);
  else writer.run(`INSERT INTO "${index}" (rowid, name) SELECT key, ${folded.name} FROM ${searchedRows(writer, table)}`);
}

/** Statements that recompute the sort keys of titles. */
export const sortedTitlesOfAllRows: readonly string[] = ['Production', 'Release', 'Album'].map(
  (type) => `UPDATE "${type.toLowerCase()}" AS titled SET sorted_title = sorted.text FROM sorted_title AS sorted
    WHERE sorted.resource_type = '${type}' AND sorted.key = titled.key AND sorted.text <> titled.sorted_title`,
);

/** Recomputes the display names of artists: shared names through the view that tells them apart, a crowd one by one. */
export function rebuildDisplayNames(writer: Database): void {
  writer.run(`UPDATE artist SET display_name = name WHERE display_name <> name
    AND NOT EXISTS (SELECT 1 FROM artist AS other WHERE other.name_folded = artist.name_folded AND other.key <> artist.key)`);
  // A first load of an earlier schema ends before its upgrade, which computes shared names.
  if (writer.query("SELECT 1 FROM sqlite_schema WHERE name = 'artist_name_use'").get() === null) return;
  writer.run(`INSERT INTO artist_name_use (name_folded, key)
    SELECT name_folded, key FROM (
      SELECT name_folded, key, count(*) OVER (PARTITION BY name_folded) AS artists,
        row_number() OVER (PARTITION BY name_folded) AS number
      FROM artist
    )
    WHERE artists > 1 AND (number = 1 OR artists > 100)`);
}
