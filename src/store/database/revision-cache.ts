import { catalogRevision } from './catalog-revision';
import type { Store } from './open';

/** How often what was asked for was there already, in all caches of this process together. */
export const lookUps = { hits: 0, misses: 0 };

/** Values worked out from the database, each once for a state of it: any write by any process empties the cache. */
export class RevisionCache<V> {
  readonly #values = new Map<string, V>();
  #revision = '';

  constructor(
    private readonly store: Pick<Store, 'revision'>,
    /** Past this many it starts anew. */
    private readonly maximum: number,
  ) {}

  /** The value under this name, worked out where it is not there yet. What work does not find is not remembered. */
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

  /** The value under this name, where it is there. */
  known(name: string): V | undefined {
    this.#refresh();
    return this.#values.get(name);
  }

  /** Takes a value of the state that the database is in. */
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

/** Values worked out from the catalog alone, and such as are also from what one person keeps: what users write for themselves empties the second alone. */
export class CachesByReach<V> {
  readonly #ofCatalog: RevisionCache<V>;
  readonly #ofPersons: RevisionCache<V>;

  /** @param maximum past this many each of them starts anew */
  constructor(store: Store, maximum: number) {
    this.#ofCatalog = new RevisionCache(catalogRevision(store), maximum);
    this.#ofPersons = new RevisionCache(store, maximum);
  }

  for(isOfCatalog: boolean): RevisionCache<V> {
    return isOfCatalog ? this.#ofCatalog : this.#ofPersons;
  }
}
