import type { Database } from 'bun:sqlite';
import { Statement, writtenQuery } from './sql';

/** Catalog revision in the form that caches use. */
export const catalogRevision = (store: { catalogRevision(): string }): { revision(): string } => ({
  revision: () => store.catalogRevision(),
});

/** Part of the store used here. */
interface Read {
  readonly reader: Database;
  revision(): string;
}

/**
 * Identifies catalog states, as the store's revision identifies database states. Derived from the change feed and from {@link
 * noteCatalogWrite}; while the feed is paused, every write counts.
 */
export function catalogRevisionFinder(store: Read): () => string {
  let statement: Statement<{ revision: string }> | undefined;
  let known = '';
  let whole = '';
  return () => {
    const now = store.revision();
    if (now === whole) return known;
    statement ??= new Statement<{ revision: string }>(store.reader, writtenQuery(catalogRevisionQuery));
    known = statement.get({})?.revision ?? `paused ${now}`;
    whole = now;
    return known;
  };
}

/** Stored in the settings table, where other processes see it. */
const noted = 'catalog_written';

/** Selects the catalog revision, on any connection; no row while the feed is paused. */
export const catalogRevisionQuery = `SELECT (SELECT coalesce(max(sequence), 0) FROM change)
  || ' ' || coalesce((SELECT value FROM setting WHERE name = '${noted}'), '') AS revision FROM change_feed WHERE is_paused = 0`;

/** Marks the transaction as a catalog write that the feed does not show, or shows under reused numbers. */
export const noteCatalogWrite = (writer: Database): void =>
  void writer.query('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(noted, Bun.randomUUIDv7());
