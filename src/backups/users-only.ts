import { closeSync, openSync } from 'node:fs';
import { latestSchema } from '../../db/migrations';
import { catalog } from '../catalog';
import { SetupError } from '../errors';
import { recountAll } from '../kinds/triggers';
import { Connection } from '../store/database/connection';
import { rebuildDisplayNames } from '../store/database/derived-rows';
import { applicationId } from '../store/database/inspect';
import { migrate, schemaVersion } from '../store/database/migrate';
import { tablesOf } from './database-checks';
import { findRetained, isRetained } from './retained-records';

/** Tables kept whole: user data and vocabularies. */
export const wholeTables = [
  ...['user', 'token_family', 'token', 'one_time_code', 'credential', 'recovery_code', 'setting'],
  ...[
    'collection_item',
    'collection_item_tag',
    'loan',
    'item_value',
    'item_photo',
    'wishlist_item',
    'share',
    'share_reservation',
    'webhook',
    'set_aside_item',
    'import_row',
    'list_import',
    'import_journal',
    'unreviewed_release',
  ],
  ...['revision', 'revision_link', 'settled_pair', 'artist_role', 'artist_role_alias', 'packaging_type', 'import_source', 'source_note'],
  ...['record_type', 'field_lock', 'completion', 'completion_row'],
];

const byHand = '(SELECT resource_id FROM original.revision)';

/** Tables kept in part: manual edits and what refers to them. */
export const partialTables: Readonly<Record<string, string>> = {
  merged_record: `id IN ${byHand}`,
  deleted_record: `id IN ${byHand}`,
  slug_redirect: `resource_id IN ${byHand}`,
  release_cover: "source IN ('upload', 'command_line')",
};

/** Tables that imports fill again or that refer only to omitted data. */
export const leftOutTables = [
  ...['migration', 'change_row', 'change_feed', 'slug_number', 'import_run', 'import_checkpoint', 'licensed_value'],
  ...['imported_record', 'field_set', 'deferred_record', 'deferred_block', 'deferred_name', 'unnamed_cover', 'missed_cover'],
  ...['likely_duplicate', 'duplicate_search', 'release_fingerprint', 'record_count', 'idempotent_request', 'exchange_rate'],
  ...['delivery', 'list_change', 'search_put_off'],
];

/**
 * Copies what no import can restore into a new database, in one read transaction: accounts, collections and wishlists with their
 * releases, manual edits, and provisional releases.
 */
export function copyUsersOnly(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600));
  const copy = new Connection(to, { readwrite: true });
  try {
    copy.run(`PRAGMA application_id = ${applicationId}`);
    migrate(copy);
    copy.change('ATTACH :from AS original', { from });
    copy.run('PRAGMA foreign_keys = OFF');
    copy.transaction(() => fill(copy))();
    copy.run('DETACH original');
    copy.run('VACUUM');
  } finally {
    copy.close();
  }
}

function fill(copy: Connection): void {
  const version = copy.get<{ user_version: number }>('PRAGMA original.user_version')?.user_version;
  if (version !== schemaVersion(copy)) {
    throw new SetupError(
      `A backup of the users alone needs schema ${latestSchema()}. This database has ${version}. Run leitmotif migrate first.`,
    );
  }
  // Only the triggers of search indexes and display names may run: what the others write is copied.
  const others = copy.all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name <> 'artist_name_use'
      AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\'`,
  );
  for (const { name } of others) copy.run(`DROP TRIGGER "${name}"`);
  findRetained(copy);
  // Parents come before children.
  for (const table of tablesInOrder(copy)) copyTable(copy, table);
  // Those of the same name may be left out.
  rebuildDisplayNames(copy);
  for (const { sql } of others) copy.run(sql);
  // Tells followers of the change feed to start over.
  copy.run(`INSERT INTO change (sequence, action, resource_type, resource_id, changed_at)
    SELECT sequence, 'restored', resource_type, resource_id, changed_at FROM original.change ORDER BY sequence DESC LIMIT 1`);
  recountAll(copy, catalog.all);
}

function tablesInOrder(copy: Connection): string[] {
  const ours = new Set(tablesOf(copy));
  const all = copy.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid");
  return all.map(({ name }) => name).filter((table) => ours.has(table));
}

function copyTable(copy: Connection, table: string): void {
  if (leftOutTables.includes(table)) return;
  const condition = wholeTables.includes(table) ? 'true' : (partialTables[table] ?? isRetained(copy, table));
  const columns = copy.all<{ name: string }>('SELECT name FROM pragma_table_xinfo(:table) WHERE hidden = 0', { table });
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  copy.run(`INSERT OR REPLACE INTO main."${table}" (${names}) SELECT ${names} FROM original."${table}" WHERE ${condition}`);
}
