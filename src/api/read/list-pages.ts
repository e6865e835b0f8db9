import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { BoundQuery } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type TaskOptions, Unwanted } from '../../worker-queue';
import type { Resource } from '../schema/resource';
import { cacheKeyOf, isSortedWhole } from './list-keys';
import type { ListPage, Queries } from './queries';
import { firstColumn, isOfCatalog, isRanked, isUnasked, keysQuery, nearerEnd, type PlaceOfPage, type Selection } from './selection';

/** From this offset on, a page comes from cached keys or a worker: walking this far along an index takes half a millisecond. */
const deepFrom = 10_000;

/** Rows read or sorted on the event loop for one page: some milliseconds. Longer queries run in a worker. */
const mostReadHere = 5_000;

/** Pages of lists. Slow ones are computed in a worker and returned as a promise. */
export class ListPages {
  constructor(
    private readonly store: Store,
    private readonly queries: Queries,
    private readonly keyLists?: KeyLists,
    private readonly deepFromOffset = deepFrom,
  ) {}

  /**
   * One page of a list with the total.
   * @param signal aborts when the client disconnects
   */
  page(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): ListPage | Promise<ListPage> {
    if (!isOfCatalog(resource, selection)) return this.queries.page(resource, selection, limit, offset);
    if (offset === 0 && isUnasked(selection)) return this.queries.page(resource, selection, limit, offset);
    const total = this.queries.totals.soon(resource, selection);
    if (total !== undefined) return this.#counted(resource, selection, total, limit, offset, signal);
    return this.store.readPool.isPossible
      ? this.#countedApart(resource, selection, limit, offset, signal)
      : this.queries.page(resource, selection, limit, offset);
  }

  async #countedApart(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): Promise<ListPage> {
    const query = this.queries.totals.query(resource, selection);
    const rows = await this.#current(() => this.store.readPool.rows('interactive', [query], wishOf(signal)));
    const [counted] = (rows?.[0] ?? []) as { total: number }[];
    if (!counted) return this.queries.page(resource, selection, limit, offset);
    this.queries.totals.remember(resource, selection, counted.total);
    return this.#counted(resource, selection, counted.total, limit, offset, signal);
  }

  #counted(
    resource: Resource,
    selection: Selection,
    total: number,
    limit: number,
    offset: number,
    signal?: AbortSignal,
  ): ListPage | Promise<ListPage> {
    const find = (most?: number) => this.queries.pageOf(resource, selection, total, limit, offset, most);
    if (isRanked(resource, selection) || offset >= total) return find() ?? { rows: [], total };
    const { offset: passed } = nearerEnd(total, limit, offset);
    const isDeep = passed >= this.deepFromOffset;
    // Even a shallow page may need many rows to be read or sorted.
    const mayBeLong = isDeep || selection.filters.length > 0 || firstColumn(resource, selection) === undefined;
    const keys = mayBeLong ? this.keyLists?.page(resource, selection, total, limit, offset) : undefined;
    if (keys) return { rows: this.queries.rowsByKeys(resource, keys), total };
    const page = isDeep ? undefined : find(mostReadHere);
    if (page) return page;
    if (!this.store.readPool.isPossible) return find() ?? { rows: [], total };
    this.keyLists?.find(resource, selection, (along) => this.#query(resource, along, total));
    return this.#foundApart(resource, selection, limit, offset, signal);
  }

  async #foundApart(resource: Resource, selection: Selection, limit: number, offset: number, signal?: AbortSignal): Promise<ListPage> {
    const count = () => this.queries.totals.count(resource, selection);
    let total = 0;
    let isBackwards = false;
    const keys = await this.#current(() => {
      total = count();
      const place = nearerEnd(total, limit, offset);
      isBackwards = place.isBackwards;
      return this.store.readPool.keys('interactive', this.#query(resource, selection, total, place), wishOf(signal));
    });
    // The total tells where the list ends.
    if (!keys || total !== count()) return this.queries.page(resource, selection, limit, offset);
    const inOrder = Array.from(keys);
    return { rows: this.queries.rowsByKeys(resource, isBackwards ? inOrder.reverse() : inOrder), total };
  }

  async #current<F>(read: () => Promise<WorkerResult<F>>): Promise<F | undefined> {
    try {
      return await this.store.readPool.current(read);
    } catch (error) {
      throw error instanceof Unwanted ? new DomainError('unavailable', message('page_abandoned')) : error;
    }
  }

  #query(resource: Resource, selection: Selection, total: number, place?: PlaceOfPage): BoundQuery {
    const countAll = () => this.queries.totals.count(resource, { ...selection, filters: [], orders: [] });
    return keysQuery(this.store.db, resource, selection, isSortedWhole(resource, selection, total, countAll), place);
  }
}

const wishOf = (signal: AbortSignal | undefined): TaskOptions => ({ isWanted: () => signal?.aborted !== true });

/** Longest queue for the worker, which takes up to a second for some millions of keys. */
const maximumPending = 8;

/** While the catalog keeps changing, a worker spends at most a fifth of its time on keys that soon expire. */
const restPerWork = 4;

type KeysOf = (selection: Selection) => BoundQuery;

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
  readonly #pending = new Set<string>();
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
   * @param query selects them in the cached direction
   */
  find(resource: Resource, selection: Selection, query: KeysOf): void {
    const { name, forwards } = directed(resource, selection);
    const isPending = this.#pending.has(name) || this.#pending.size >= maximumPending;
    if (isPending || Date.now() < this.#restUntil || !this.store.readPool.isPossible) return;
    this.#pending.add(name);
    void this.#find(name, query(forwards)).finally(() => this.#pending.delete(name));
  }

  async #find(name: string, query: BoundQuery): Promise<void> {
    const begun = Date.now();
    try {
      const { found: keys, revision } = await this.store.readPool.keys('background', query);
      if (revision !== undefined) this.#lists.set(name, { keys, revision });
      const isCurrent = revision === this.store.catalogRevision();
      this.#restUntil = isCurrent ? 0 : Date.now() + restPerWork * (Date.now() - begun);
    } catch {
      // Until then pages are read along the index, where database errors surface.
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
