import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { BoundQuery } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type TaskOptions, Unwanted } from '../../worker-queue';
import type { Resource } from '../schema/resource';
import type { KeyLists } from './key-lists';
import { isSortedWhole } from './list-keys';
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
    if (isRanked(resource, selection) || offset >= total || !this.store.readPool.isPossible) return find() ?? { rows: [], total };
    const { offset: passed } = nearerEnd(total, limit, offset);
    const isDeep = passed >= this.deepFromOffset;
    // Even a shallow page may need many rows to be read or sorted.
    const mayBeLong = isDeep || selection.filters.length > 0 || firstColumn(resource, selection) === undefined;
    const keys = mayBeLong ? this.keyLists?.page(resource, selection, total, limit, offset) : undefined;
    if (keys) return { rows: this.queries.rowsByKeys(resource, keys), total };
    const page = isDeep ? undefined : find(mostReadHere);
    if (page) return page;
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
