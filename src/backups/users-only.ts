import { Database } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { latestSchema } from '../../db/migrations';
import { catalog } from '../catalog';
import { SetupError } from '../errors';
import { recountAll } from '../kinds/triggers';
import { applicationId } from '../store/database/inspect';
import { migrate, schemaVersion } from '../store/database/migrate';
import { tablesOf } from './database-checks';
import { findRetained, isRetained } from './retained-records';

/** Tables kept whole: user data and vocabularies. */
export const wholeTables = [
  ...['user', 'token_family', 'token', 'one_time_code', 'setting'],
  ...['collection_item', 'collection_item_tag', 'wishlist_item', 'set_aside_item', 'import_row', 'import_journal', 'unreviewed_release'],
  ...['revision', 'revision_link', 'settled_pair', 'artist_role', 'artist_role_alias', 'packaging_type', 'import_source', 'source_note'],
  ...['record_type', 'said_fields'],
];

const byHand = '(SELECT resource_id FROM original.revision)';

/** Tables kept in part: manual edits and what refers to them. */
export const partialTables: Readonly<Record<string, string>> = {
  imported_record: "source_key = (SELECT key FROM original.import_source WHERE name = 'editor')",
  merged_record: `id IN ${byHand}`,
  deleted_record: `id IN ${byHand}`,
  slug_redirect: `resource_id IN ${byHand}`,
  release_cover: "source IN ('upload', 'command_line')",
};

/** Tables that imports fill again or that refer only to omitted data. */
export const leftOutTables = [
  ...['migration', 'change_row', 'change_feed', 'slug_number', 'import_run', 'import_checkpoint', 'licensed_value'],
  ...['waiting_record', 'parked_block', 'parked_name', 'unnamed_cover', 'missed_cover'],
  ...['likely_duplicate', 'duplicate_search', 'release_fingerprint', 'record_count', 'idempotent_request'],
];

/**
 * Copies what no import can restore into a new database, in one read transaction: accounts, collections and wishlists with their
 * releases, manual edits, and provisional releases.
 */
export function copyUsersOnly(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  const copy = new Database(to);
  try {
    copy.run(`PRAGMA application_id = ${applicationId}`);
    migrate(copy);
    copy.query('ATTACH ? AS original').run(from);
    copy.run('PRAGMA foreign_keys = OFF');
    copy.transaction(() => fill(copy))();
    copy.run('DETACH original');
    copy.run('VACUUM');
  } finally {
    copy.close();
  }
}

function fill(copy: Database): void {
  const { user_version: version } = copy.query('PRAGMA original.user_version').get() as { user_version: number };
  if (version !== schemaVersion(copy)) {
    throw new SetupError(
      `A backup of the users alone needs schema ${latestSchema()}. This database has ${version}. Run leitmotif migrate first.`,
    );
  }
  // Only the triggers of search indexes may run: what the others write is copied.
  const triggers = copy.query("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\'");
  const others = triggers.all() as { name: string; sql: string }[];
  for (const { name } of others) copy.run(`DROP TRIGGER "${name}"`);
  findRetained(copy);
  // Parents come before children.
  for (const table of tablesInOrder(copy)) copyTable(copy, table);
  for (const { sql } of others) copy.run(sql);
  // Tells followers of the change feed to start over.
  copy.run(`INSERT INTO change (sequence, action, resource_type, resource_id, changed_at)
    SELECT sequence, 'restored', resource_type, resource_id, changed_at FROM original.change ORDER BY sequence DESC LIMIT 1`);
  recountAll(copy, catalog.all);
}

function tablesInOrder(copy: Database): string[] {
  const ours = new Set(tablesOf(copy));
  const all = copy.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").values().flat() as string[];
  return all.filter((table) => ours.has(table));
}

function copyTable(copy: Database, table: string): void {
  if (leftOutTables.includes(table)) return;
  const condition = wholeTables.includes(table) ? 'true' : (partialTables[table] ?? isRetained(copy, table));
  const columns = copy.query(`SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0`).values(table).flat() as string[];
  const names = columns.map((column) => `"${column}"`).join(', ');
  copy.run(`INSERT OR REPLACE INTO main."${table}" (${names}) SELECT ${names} FROM original."${table}" WHERE ${condition}`);
}
