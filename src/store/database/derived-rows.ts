import type { Database } from 'bun:sqlite';

// Rows that follow from others, and can be made again.

/** The indexes of full text. */
export const searchIndexes = (database: Database): string[] =>
  database.query("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5 (%'").values().flat() as string[];

/** The table that an index is made of, which its name says. */
export const searchedTable = (index: string): string => index.replace(/_search$|_(?:name|title)_trigram$/, '');

/** The rows of a table that its indexes have, as a FROM clause: unreviewed records are not searched. */
export function searchedRows(database: Database, table: string): string {
  const column = database.query("SELECT 1 FROM pragma_table_info(?) WHERE name = 'unreviewed_by'").get(table);
  return column === null ? `"${table}"` : `"${table}" WHERE unreviewed_by IS NULL`;
}

/** Fills an index from the view that says what is in it, or from the column of its table that it is made of. */
export function rebuildSearch(writer: Database, index: string): void {
  const table = searchedTable(index);
  const hasView = writer.query("SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = ?").get(`${index}_entry`) !== null;
  const folded = writer.query("SELECT name FROM pragma_table_info(?) WHERE name IN ('name_folded', 'title_folded')").get(table) as {
    name: string;
  };
  writer.run(`INSERT INTO "${index}" ("${index}") VALUES ('delete-all')`);
  if (hasView) writer.run(`INSERT INTO "${index}" (rowid, name, other_names) SELECT key, name, other_names FROM "${index}_entry"`);
  else writer.run(`INSERT INTO "${index}" (rowid, name) SELECT key, ${folded.name} FROM ${searchedRows(writer, table)}`);
}

/** Works out the names of artists as they are shown. */
export const rebuildDisplayNames = (writer: Database): void =>
  void writer.run(`UPDATE artist SET display_name = shown.display_name FROM artist_display AS shown
    WHERE shown.key = artist.key AND artist.display_name <> shown.display_name`);
