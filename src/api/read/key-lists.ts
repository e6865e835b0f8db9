import { LRUCache } from 'lru-cache';
import type { BoundQuery } from '../../store/database/connection';
import type { Store } from '../../store/database/store';
import type { Resource } from '../schema/resource';
import { cacheKeyOf, type Selection } from './selection';

/** While the catalog keeps changing, a worker spends at most a fifth of its time on keys that soon expire. */
const restPerWork = 4;

/** Keys of a list in one catalog revision. */
interface KeyList {
  readonly keys: Int32Array;
  readonly revision: string;
}

/**
 * Keys of long lists in list order, so that a deep page is a slice instead of a walk along the index. Computed in a worker and
 * valid for one catalog revision. A page of 60,000 releases by catalog number takes 2 ms so, and 400 ms of a worker without.
 */
export class KeyLists {
  readonly #lists: LRUCache<string, KeyList>;
  /** One list at a time: a worker takes up to a second for some millions of keys. */
  #isBusy = false;
  #restUntil = 0;

  constructor(
    private readonly store: Store,
    maximumBytes: number,
  ) {
    this.#lists = new LRUCache({ maxSize: Math.max(1, maximumBytes), sizeCalculation: ({ keys }) => Math.max(1, keys.byteLength) });
  }

  /**
   * Keys of a page, if the list is cached in the current revision.
   * @param total number of records in this event-loop turn
   */
  page(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] | undefined {
    const list = this.#lists.get(cacheKeyOf(resource, selection));
    if (list?.revision !== this.store.catalogRevision() || list.keys.length !== total) return undefined;
    return Array.from(list.keys.subarray(offset, offset + limit));
  }

  /** Has a worker compute the keys of a list. */
  async find(resource: Resource, selection: Selection, query: () => BoundQuery): Promise<void> {
    const begun = Date.now();
    if (this.#isBusy || begun < this.#restUntil || !this.store.readPool.isPossible) return;
    this.#isBusy = true;
    try {
      const { found: keys, revision } = await this.store.readPool.keys('background', query());
      if (revision !== undefined) this.#lists.set(cacheKeyOf(resource, selection), { keys, revision });
      const isCurrent = revision === this.store.catalogRevision();
      this.#restUntil = isCurrent ? 0 : Date.now() + restPerWork * (Date.now() - begun);
    } catch {
      // Until then pages are read along the index, where database errors surface.
    } finally {
      this.#isBusy = false;
    }
  }
}
