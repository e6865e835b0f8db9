import { catalogRevision } from './catalog-revision';
import type { Store } from './open';

/** Cache hits and misses of all caches in the process. */
export const lookUps = { hits: 0, misses: 0 };

/** Computed values, valid for one revision: a write by any process empties the cache. */
export class RevisionCache<V> {
  readonly #values = new Map<string, V>();
  #revision = '';

  constructor(
    private readonly store: Pick<Store, 'revision'>,
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
  constructor(store: Store, maximum: number) {
    this.#ofCatalog = new RevisionCache(catalogRevision(store), maximum);
    this.#ofPersons = new RevisionCache(store, maximum);
  }

  for(isOfCatalog: boolean): RevisionCache<V> {
    return isOfCatalog ? this.#ofCatalog : this.#ofPersons;
  }
}
