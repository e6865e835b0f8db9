import type { Database } from 'bun:sqlite';
import { dirname } from 'node:path';
import { SetupError } from '../../errors';
import { directoryOf, type FileLock, lockForFirstLoad } from '../files/file-lock';
import { rebuildDisplayNames, rebuildSearch, searchIndexes } from './derived-rows';
import type { Store } from './store';

// The first load of an empty catalog skips what is cheaper to build at once at the end: indexes, search entries, display names of
// artists, sort keys of titles and record counts. Deferred parts are listed in the table `first_load`, in the transaction that drops
// them, and removed in the transaction that builds them. The database thus always records what is missing, and the next program to
// open it completes the work.

export interface PutOff {
  /** Whether all indexes are deferred: incoming records are found by id and slug alone. */
  readonly allIndexes: boolean;
  /** Whether the change feed starts after the load. */
  readonly beginsFeed: boolean;
  /** Statements that do for all rows what {@link triggersPutOff} do per row; run in the transaction that restores the triggers. */
  readonly ofAllRows: readonly string[];
}

/** Tables of records and their parts. */
const catalogTables = /^(?:artist|album|label|organization|portrayal|production|release)(?:_|$)/;

/** Triggers whose effect is computed at the end: search, sort keys of titles, and record counts. */
const triggersPutOff = /_(?:search|sorted)_(?:insert|update|delete)$|_(?:un|re)?counted$/;

/** Triggers that also write to the change feed: for new records, whose tombstones they delete, and for display names. */
const listingTriggers = /_created$|^artist_display_name_(?:insert|update|delete)$/;

/** Tables whose indexes find what refers to an artist, a label or a production, in no order that new rows arrive in. */
const worksOfOthers = /_credit$|^release_label$|^release_track_production$/;

/** Columns used for browsing and search, not for matching incoming records. */
const browsedBy = new Set([
  ...['begin_day', 'end_day', 'begin_year', 'birthday', 'artist_type', 'fictional', 'country', 'created_at', 'sorted_name', 'sorted_title'],
  ...['year', 'release_date', 'release_day', 'production_type', 'first_release_day', 'album_type', 'format_type', 'genre', 'style'],
  ...['name_folded', 'title_folded', 'variation_folded', 'barcode_normalized', 'catalog_number_normalized'],
  ...['value_normalized', 'isrc_code', 'iswc'],
]);

type PartType = 'memory' | 'index' | 'trigger' | 'rows' | 'search' | 'names' | 'feed';

interface Part {
  readonly name: string;
  readonly type: PartType;
  readonly sql: string;
}

const isThere = (database: Database): boolean =>
  database.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'first_load'").get() !== null;

/** Whether the change feed will start after the load in progress. */
export const willBeginFeed = ({ writer }: Pick<Store, 'writer'>): boolean => partsOf(writer, 'feed').length > 0;

/** Whether a first load was not completed. */
export const isFirstLoadUnfinished = ({ reader }: Pick<Store, 'reader'>): boolean => isThere(reader);

/** Acquires the exclusive right to run or complete a first load; `undefined` if another program holds it. */
export const takeFirstLoad = (store: Pick<Store, 'path'>): FileLock | undefined => lockForFirstLoad(directoryOf(store));

/** @throws {SetupError} if another program runs a first load */
export const requireNoFirstLoad = (store: Store): void => {
  if (isFirstLoadUnfinished(store))
    throw new SetupError(`The first import into ${dirname(store.path)} is running. Try again when it has finished.`);
};

/** Drops what is deferred. The caller holds the lock and has checked that the catalog is empty. */
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
    // A small table of source values stays in the page cache.
    if (isUnlisted(putOff)) {
      beginGathering(writer);
      insert.run('gathered memory', 'memory', '');
      insert.run('display names', 'names', '');
    }
    for (const [index, sql] of putOff.ofAllRows.entries()) insert.run(`rows ${index}`, 'rows', sql);
    for (const index of searchIndexes(writer)) insert.run(index, 'search', '');
    if (putOff.beginsFeed) insert.run('feed', 'feed', '');
  });
}

/** Whether the change feed leaves the load out. */
const isUnlisted = ({ allIndexes, beginsFeed }: PutOff): boolean => allIndexes || beginsFeed;

function isPutOff(writer: Database, part: Part & { readonly table: string }, putOff: PutOff): boolean {
  const { type, name, table } = part;
  if (!catalogTables.test(table)) return false;
  if (type === 'trigger') return triggersPutOff.test(name) || (isUnlisted(putOff) && listingTriggers.test(name));
  const { column, isUnique } = writer
    .query(
      'SELECT (SELECT name FROM pragma_index_xinfo(?1) WHERE seqno = 0) AS "column", (SELECT "unique" FROM pragma_index_list(?2) WHERE name = ?1) AS isUnique',
    )
    .get(name, table) as { column: string | null; isUnique: number };
  // The triggers of display names look up names.
  if (table === 'artist' && column === 'name_folded') return isUnlisted(putOff);
  return isUnique === 0 && (putOff.allIndexes || worksOfOthers.test(table) || column === null || browsedBy.has(column));
}

/** Builds the deferred parts, each in its own transaction, and resumes after an interruption. */
export async function finishFirstLoad(store: Store): Promise<void> {
  const { writer } = store;
  // The pages freed here are reused by the indexes.
  for (const part of partsOf(writer, 'memory')) await store.write(() => make(writer, part, () => endGathering(writer)));
  for (const part of partsOf(writer, 'index')) await store.write(() => make(writer, part, () => writer.run(part.sql)));
  for (const part of partsOf(writer, 'names')) await store.write(() => make(writer, part, () => rebuildDisplayNames(writer)));
  // From now on, writes update the search indexes; existing rows are indexed last.
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

/** Consumers that followed the empty catalog have to start from a new export. */
function beginFeed(writer: Database): void {
  const { sequence } = writer.query('SELECT coalesce(max(sequence), 0) + 1 AS sequence FROM change').get() as { sequence: number };
  writer.run('DELETE FROM change_row');
  writer
    .query(
      "INSERT INTO change (sequence, action, resource_type, resource_id, changed_at) VALUES (?, 'restored', 'Export', '', strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now'))",
    )
    .run(sequence);
}

// Source values (table `imported_record`) are ordered by UUID, so that each record would write another page. A large first load
// collects them in order of arrival. Keys of records ascend in this order too, so an index by record key is cheap.

const columns = ['source_key', 'type_key', 'id', 'content_hash', 'fields_key', 'value_hashes', 'ranks'].join(', ');

/** Creates the table that collects them. */
function beginGathering(writer: Database): void {
  writer.run(`CREATE TABLE provenance_batch (
    key INTEGER PRIMARY KEY, record_key INTEGER, source_key INTEGER, type_key INTEGER, id BLOB, content_hash INTEGER, fields_key INTEGER,
    value_hashes BLOB, ranks BLOB
  ) STRICT`);
  writer.run('CREATE INDEX provenance_batch_by_record ON provenance_batch (type_key, record_key)');
}

/** Whether a first load collects them; those started by an earlier version do not, or without record keys. */
export const isGathering = (writer: Database): boolean =>
  writer.query("SELECT 1 FROM pragma_table_info('provenance_batch') WHERE name = 'record_key'").get() !== null;

/**
 * Moves all collected values to their table in key order: each page is written once and filled. The latest values of a record
 * win. Table and columns are those of the version that started the load.
 */
function endGathering(writer: Database): void {
  const gathered = writer.query(
    `SELECT t.name, group_concat(c.name, ', ') FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
     WHERE t.name IN ('provenance_batch', 'gathered_memory') AND c.name NOT IN ('key', 'record_key') GROUP BY t.name`,
  );
  const [[table, names]] = gathered.values() as [[string, string]];
  writer.run(`INSERT OR REPLACE INTO imported_record (${names}) SELECT ${names} FROM ${table} ORDER BY source_key, type_key, id, key`);
  writer.run(`DROP TABLE ${table}`);
}

/** Moves collected values as they are: sorting them would take as much memory as they occupy. */
export const placeGathered = (condition: string): string =>
  `INSERT OR REPLACE INTO imported_record (${columns}) SELECT ${columns} FROM provenance_batch WHERE ${condition} ORDER BY key`;
