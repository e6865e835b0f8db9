import { catalogRevision } from './catalog-revision';
import type { Store } from './open';
import { RevisionCache } from './revision-cache';

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
