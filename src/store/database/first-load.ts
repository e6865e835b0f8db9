import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { SetupError } from '../../errors';
import { directoryOf, type FileLock, lockForFirstLoad } from '../files/file-lock';
import { sortingOnDisk } from '../files/temporary-files';
import { rebuildDisplayNames, rebuildSearch, searchIndexes } from './derived-rows';
import type { Store } from './store';

// While an empty catalog is filled for the first time it does without what is cheaper to make of all rows at once: indexes, the
// entries of the search, the names of artists as they are shown, and the numbers of records. What is put off is written in the
// table `first_load`, in the transaction that takes it away, and each part leaves that table in the transaction that makes it. So
// a catalog always says itself what it lacks, whatever happened to the program that filled it, and whoever opens it next makes that.

export interface PutOff {
  /**
   * Whether all indexes are, and what sources said is gathered: nothing that comes is looked for by anything but its id and slug, and
   * of what was said before of a record nobody asks.
   */
  readonly allIndexes: boolean;
  /** Whether the feed begins with the end of the load: then nothing that came before is in it. */
  readonly beginsFeed: boolean;
  /** Statements that do of all rows at once what {@link triggersPutOff} do of each: they run in the transaction that brings those back. */
  readonly ofAllRows: readonly string[];
}

/** The tables of records, and of what belongs to them. */
const catalogTables = /^(?:artist|album|label|organization|portrayal|production|release)(?:_|$)/;

/**
 * Triggers that write what is made of all rows at the end: search, shown names, numbers of records, and of records that came, which
 * the feed does not have, that they are no longer deleted.
 */
const triggersPutOff = /_search_(?:insert|update|delete)$|^artist_display_name_(?:insert|update|delete)$|_(?:created|(?:un|re)?counted)$/;

/** Columns by which catalogs are browsed and nothing is looked for that comes in. */
const browsedBy = new Set([
  ...['begin_day', 'end_day', 'begin_year', 'birthday', 'artist_type', 'fictional', 'country', 'created_at'],
  ...['year', 'release_date', 'release_day', 'production_type', 'first_release_day', 'album_type', 'format_type', 'genre', 'style'],
]);

type PartType = 'memory' | 'index' | 'trigger' | 'rows' | 'search' | 'names' | 'feed';

interface Part {
  readonly name: string;
  readonly type: PartType;
  readonly sql: string;
}

const isThere = (database: Database): boolean =>
  database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'first_load'").get() !== null;

/** Whether a catalog was filled for the first time and lacks what is made at the end of that. */
export const isFirstLoadUnfinished = ({ reader }: Pick<Store, 'reader'>): boolean => isThere(reader);

/** Takes the right to fill a catalog for the first time, or to end that; none, where another program has it. */
export const takeFirstLoad = (store: Pick<Store, 'path'>): FileLock | undefined => lockForFirstLoad(directoryOf(store));

/** @throws {SetupError} that says what to do where another program fills the catalog */
export const requireNoFirstLoad = (store: Store): void => {
  if (isFirstLoadUnfinished(store))
    throw new SetupError(`The first import into ${dirname(store.path)} is running. Try again when it has finished.`);
};

/** Takes away what is made at the end. Its caller has the right to, and has found the catalog empty. */
export async function beginFirstLoad(store: Store, putOff: PutOff): Promise<void> {
  await store.write(() => {
    const { writer } = store;
    const schema = writer.query(
      "SELECT type, name, tbl_name AS \"table\", sql FROM sqlite_schema WHERE sql IS NOT NULL AND type IN ('index', 'trigger')",
    );
    const parts = (schema.all() as (Part & { table: string })[]).filter((part) => isPutOff(writer, part, putOff));
    writer.run('CREATE TABLE first_load (name TEXT PRIMARY KEY, type TEXT NOT NULL, sql TEXT NOT NULL) STRICT');
    const insert = writer.query('INSERT INTO first_load (name, type, sql) VALUES (?, ?, ?)');
    for (const { name, type, sql } of parts) {
      insert.run(name, type, sql);
      writer.run(`DROP ${type} "${name}"`);
    }
    if (putOff.allIndexes) {
      beginGathering(writer);
      insert.run('gathered memory', 'memory', '');
    }
    insert.run('display names', 'names', '');
    for (const [index, sql] of putOff.ofAllRows.entries()) insert.run(`rows ${index}`, 'rows', sql);
    for (const index of searchIndexes(writer)) insert.run(index, 'search', '');
    if (putOff.beginsFeed) insert.run('feed', 'feed', '');
  });
}

function isPutOff(writer: Database, { type, name, table }: Part & { readonly table: string }, { allIndexes }: PutOff): boolean {
  if (!catalogTables.test(table)) return false;
  if (type === 'trigger') return triggersPutOff.test(name);
  const { column, isUnique } = writer
    .query(
      'SELECT (SELECT name FROM pragma_index_xinfo(?1) WHERE seqno = 0) AS "column", (SELECT "unique" FROM pragma_index_list(?2) WHERE name = ?1) AS isUnique',
    )
    .get(name, table) as { column: string | null; isUnique: number };
  return isUnique === 0 && (allIndexes || browsedBy.has(column ?? ''));
}

/** Makes what was put off, each part in a transaction of its own; one that is stopped goes on where it was. */
export async function finishFirstLoad(store: Store): Promise<void> {
  const { writer } = store;
  // What is sorted for an index is as large as that.
  using _ = sortingOnDisk(writer);
  // The pages that this leaves are those that indexes come into.
  for (const part of partsOf(writer, 'memory')) await store.write(() => make(writer, part, () => endGathering(writer)));
  for (const part of partsOf(writer, 'index')) await store.write(() => make(writer, part, () => writer.run(part.sql)));
  for (const part of partsOf(writer, 'names')) await store.write(() => make(writer, part, () => rebuildDisplayNames(writer)));
  // From here on what others write is in the indexes of the search; what was there before comes into them last.
  await store.write(() => {
    for (const part of [...partsOf(writer, 'rows'), ...partsOf(writer, 'trigger')]) make(writer, part, () => writer.run(part.sql));
  });
  for (const part of partsOf(writer, 'search')) await store.write(() => make(writer, part, () => rebuildSearch(writer, part.name)));
  await store.write(() => {
    for (const part of partsOf(writer, 'feed')) make(writer, part, () => beginFeed(writer));
    writer.run('DROP TABLE IF EXISTS first_load');
  });
}

const partsOf = (writer: Database, type: PartType): Part[] =>
  isThere(writer) ? (writer.query('SELECT name, type, sql FROM first_load WHERE type = ? ORDER BY rowid').all(type) as Part[]) : [];

function make(writer: Database, { name }: Part, work: () => void): void {
  work();
  writer.query('DELETE FROM first_load WHERE name = ?').run(name);
}

/** Whoever followed the catalog while it was empty takes an export of it, and follows from there. */
function beginFeed(writer: Database): void {
  const { sequence } = writer.query('SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM change').get() as { sequence: number };
  writer.run('DELETE FROM change_row');
  writer
    .query(
      "INSERT INTO change (sequence, action, resource_type, resource_id, changed_at) VALUES (?, 'restored', 'Export', '', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))",
    )
    .run(sequence);
}

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
