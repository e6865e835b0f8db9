import { LRUCache } from 'lru-cache';
import type { BoundQuery } from '../../store/database/sql';
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
 * valid for one catalog revision. A list and its reverse share their keys.
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
    const { name, isBackwards } = directed(resource, selection);
    const list = this.#lists.get(name);
    if (list?.revision !== this.store.catalogRevision() || list.keys.length !== total) return undefined;
    if (!isBackwards) return Array.from(list.keys.subarray(offset, offset + limit));
    return Array.from(list.keys.subarray(Math.max(0, total - offset - limit), total - offset)).reverse();
  }

  /**
   * Has a worker compute the keys of a list.
   * @param queryOf selects them in the cached direction
   */
  async find(resource: Resource, selection: Selection, queryOf: (selection: Selection) => BoundQuery): Promise<void> {
    const begun = Date.now();
    if (this.#isBusy || begun < this.#restUntil || !this.store.readPool.isPossible) return;
    this.#isBusy = true;
    const { name, forwards } = directed(resource, selection);
    try {
      const { found: keys, revision } = await this.store.readPool.keys('background', queryOf(forwards));
      if (revision !== undefined) this.#lists.set(name, { keys, revision });
      const isCurrent = revision === this.store.catalogRevision();
      this.#restUntil = isCurrent ? 0 : Date.now() + restPerWork * (Date.now() - begun);
    } catch {
      // Until then pages are read along the index, where database errors surface.
    } finally {
      this.#isBusy = false;
    }
  }
}

/** The cached list, and whether the requested one is its reverse. */
function directed(resource: Resource, selection: Selection): { name: string; forwards: Selection; isBackwards: boolean } {
  const asked = withExplicitOrder(resource, selection);
  const isBackwards = asked.orders[0]?.descending === true;
  const forwards = isBackwards
    ? { ...asked, orders: asked.orders.map(({ name, descending }) => ({ name, descending: !descending })) }
    : asked;
  return { name: cacheKeyOf(resource, forwards), forwards, isBackwards };
}

/** Makes the default order explicit, where possible. */
function withExplicitOrder(resource: Resource, selection: Selection): Selection {
  if (selection.orders.length > 0) return selection;
  const columns = selection.filters.length === 0 ? resource.wholeOrder : resource.defaultOrder;
  const orders = columns.flatMap((column) => Object.keys(resource.orders).find((name) => resource.orders[name] === column) ?? []);
  if (orders.length < columns.length) return selection;
  return { ...selection, orders: orders.map((name) => ({ name, descending: false })) };
}
