import type { Database } from 'bun:sqlite';
import { noteCatalogWrite } from '../../store/database/catalog-revision';
import type { Store } from '../../store/database/open';
import { now } from '../../store/values/time';
import type { FollowedChange } from '../source';

/**
 * Runs writes whose changes the feed is not to have as its own: those of an export, which a catalog is filled from, and
 * those of another catalog, which has its own numbers for them. Runs within a transaction, and ends with it.
 */
export function withoutFeed<T>({ writer }: Store, work: () => T): T {
  noteCatalogWrite(writer);
  writer.run('UPDATE change_feed SET is_paused = 1');
  try {
    return work();
  } finally {
    if (writer.inTransaction) writer.run('UPDATE change_feed SET is_paused = 0');
  }
}

/** Says that the catalog is as its original was at a sequence: its own changes are counted from there. */
export function startFeedAt({ writer }: Store, sequence: number): void {
  if (sequence === 0) return;
  writer
    .query("INSERT INTO change (sequence, action, resource_type, resource_id, changed_at) VALUES (?, 'restored', 'Export', '', ?)")
    .run(sequence, now());
}

/** Writes entries of another catalog's feed, with their numbers. Those that are there already stay. */
export function follow({ writer }: Store, changes: readonly FollowedChange[]): void {
  const insert = insertChange(writer);
  for (const { sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at } of changes)
    insert.run(sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at);
}

const insertChange = (writer: Database) =>
  writer.query(
    'INSERT OR IGNORE INTO change (sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
