import type { Database } from 'bun:sqlite';
import { Statement, writtenQuery } from './sql';

/** The revision of the catalog as that of what is kept in memory. */
export const catalogRevision = (store: { catalogRevision(): string }): { revision(): string } => ({
  revision: () => store.catalogRevision(),
});

/** Of the store, which asks for it. */
interface Read {
  readonly reader: Database;
  revision(): string;
}

/**
 * Tells states of the catalog apart, as a store's revision does those of the whole database. The feed of changes says
 * so, and {@link noteCatalogWrite} of what is not in it; while the feed is paused, everything that is written counts.
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

/** Among the settings, of which it is none: other processes see it there. */
const noted = 'catalog_written';

/** Gives the revision of the catalog, on any connection; no row while the feed is paused. */
export const catalogRevisionQuery = `SELECT (SELECT coalesce(max(sequence), 0) FROM change)
  || ' ' || coalesce((SELECT value FROM setting WHERE name = '${noted}'), '') AS revision FROM change_feed WHERE is_paused = 0`;

/** Says, within a transaction, that it writes to the catalog what the feed of changes does not say, or says under numbers that were given before. */
export const noteCatalogWrite = (writer: Database): void =>
  void writer.query('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(noted, Bun.randomUUIDv7());
