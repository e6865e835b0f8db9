import type { Database } from 'bun:sqlite';
import { now } from '../values/dates';
import type { Connection } from './connection';

/** Catalog revision in the form that caches use. */
export const catalogRevision = (store: Pick<Revisions, 'catalogRevision'>): Pick<Revisions, 'revision'> => ({
  revision: () => store.catalogRevision(),
});

/** Identify the state of the database and of its catalog. */
interface Revisions {
  revision(): string;
  catalogRevision(): string;
}

/**
 * Identifies catalog states, as the store's revision identifies database states. Derived from the change feed and from {@link
 * noteCatalogWrite}; while the feed is paused, every write counts.
 */
export function catalogRevisionFinder(store: Pick<Revisions, 'revision'> & { readonly reader: Connection }): () => string {
  let known = '';
  let whole = '';
  return () => {
    const now = store.revision();
    if (now === whole) return known;
    known = store.reader.get<{ revision: string }>(catalogRevisionQuery)?.revision ?? `paused ${now}`;
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

interface Writing {
  readonly writer: Connection;
}

/**
 * Runs writes that must not appear in the feed as own changes: restoring an export, and following another catalog, which has its
 * own sequence numbers. Limited to the current transaction.
 */
export function withoutFeed<T>({ writer }: Writing, work: () => T): T {
  noteCatalogWrite(writer);
  writer.run('UPDATE change_feed SET is_paused = 1');
  try {
    return work();
  } finally {
    if (writer.inTransaction) writer.run('UPDATE change_feed SET is_paused = 0');
  }
}

/** Sets the sequence from which own changes are numbered, after a restore. */
export function startFeedAt({ writer }: Writing, sequence: number): void {
  if (sequence === 0) return;
  writer.change(
    "INSERT INTO change (sequence, action, resource_type, resource_id, changed_at) VALUES (:sequence, 'restored', 'Export', '', :now)",
    { sequence, now: now() },
  );
}

/** Cache hits and misses of all caches in the process. */
export const lookUps = { hits: 0, misses: 0 };

/** Computed values, valid for one revision: a write by any process empties the cache. */
export class RevisionCache<V> {
  readonly #values = new Map<string, V>();
  #revision = '';

  constructor(
    private readonly store: Pick<Revisions, 'revision'>,
    /** At this size it is emptied. */
    private readonly maximum: number,
  ) {}

  /** Cached value of a name, computed if missing. `undefined` is not cached. */
  find(name: string, work: () => V | undefined): V | undefined {
    const known = this.known(name);
    if (known !== undefined) {
      lookUps.hits++;
      return known;
    }
    lookUps.misses++;
    const value = work();
    if (value !== undefined) this.#set(name, value);
    return value;
  }

  /** Cached value of a name, if any. */
  known(name: string): V | undefined {
    this.#refresh();
    return this.#values.get(name);
  }

  /** Stores a value computed in the current state. */
  keep(name: string, value: V): void {
    this.#refresh();
    this.#set(name, value);
  }

  #refresh(): void {
    const revision = this.store.revision();
    if (revision === this.#revision) return;
    this.#values.clear();
    this.#revision = revision;
  }

  #set(name: string, value: V): void {
    if (this.#values.size >= this.maximum && !this.#values.has(name)) this.#values.clear();
    this.#values.set(name, value);
  }
}

/**
 * Two caches: for values that depend on the catalog alone, and for values that also depend on personal data. Writes of users
 * empty only the second.
 */
export class CachesByReach<V> {
  readonly #ofCatalog: RevisionCache<V>;
  readonly #ofPersons: RevisionCache<V>;

  /** @param maximum size at which each of them is emptied */
  constructor(store: Revisions, maximum: number) {
    this.#ofCatalog = new RevisionCache(catalogRevision(store), maximum);
    this.#ofPersons = new RevisionCache(store, maximum);
  }

  for(isOfCatalog: boolean): RevisionCache<V> {
    return isOfCatalog ? this.#ofCatalog : this.#ofPersons;
  }
}
