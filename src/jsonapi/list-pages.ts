import type { FoundApart } from '../database/read-apart';
import type { Store } from '../database/store';
import type { KeyLists } from './key-lists';
import { nameOf } from './list-totals';
import type { ListPage, Queries } from './queries';
import type { Resource } from './resource';
import { isOfCatalog, type Selection } from './selection';

/** From here on a page is found among keys that are kept: what lies before takes a tenth of a millisecond along an index. */
const deepFrom = 3_000;

/** So far an index is walked along here, where the keys are not there: a millisecond. */
const walkedHere = 25_000;

/** Pages of lists. What of them would hold others up is found on another thread, and only a page then has to be waited for. */
export class ListPages {
  constructor(
    private readonly store: Store,
    private readonly queries: Queries,
    private readonly keyLists?: KeyLists,
  ) {}

  /** One page of a list, and how many records the list has. */
  page(resource: Resource, selection: Selection, limit: number, offset: number): ListPage | Promise<ListPage> {
    if (!isOfCatalog(resource, selection)) return this.queries.page(resource, selection, limit, offset);
    const total = this.queries.totals.soon(resource, selection);
    if (total !== undefined) return this.#counted(resource, selection, total, limit, offset);
    return this.store.apart.isPossible
      ? this.#countedApart(resource, selection, limit, offset)
      : this.queries.page(resource, selection, limit, offset);
  }

  async #countedApart(resource: Resource, selection: Selection, limit: number, offset: number): Promise<ListPage> {
    const query = this.queries.totals.query(resource, selection);
    const rows = await this.#current(() => this.store.apart.rows('awaited', [query]));
    const [counted] = (rows?.[0] ?? []) as { total: number }[];
    if (!counted) return this.queries.page(resource, selection, limit, offset);
    this.queries.totals.remember(resource, selection, counted.total);
    return this.#counted(resource, selection, counted.total, limit, offset);
  }

  #counted(resource: Resource, selection: Selection, total: number, limit: number, offset: number): ListPage | Promise<ListPage> {
    const isRanked = selection.filters.some(({ name }) => resource.filters[name]?.rank);
    if (offset < deepFrom || offset >= total || isRanked) return this.queries.page(resource, selection, limit, offset);
    const query = () => this.queries.keysQuery(resource, selection);
    const isPossible = this.store.apart.isPossible;
    const keys = isPossible ? this.keyLists?.page(nameOf(resource, selection), total, query, limit, offset) : undefined;
    if (keys) return { rows: this.queries.rowsByKeys(resource, keys), total };
    return isPossible && offset >= walkedHere
      ? this.#walkedApart(resource, selection, limit, offset)
      : this.queries.page(resource, selection, limit, offset);
  }

  async #walkedApart(resource: Resource, selection: Selection, limit: number, offset: number): Promise<ListPage> {
    const query = this.queries.keysQuery(resource, selection, { limit, offset });
    const keys = await this.#current(() => this.store.apart.keys('awaited', query));
    if (!keys) return this.queries.page(resource, selection, limit, offset);
    return { rows: this.queries.rowsByKeys(resource, Array.from(keys)), total: this.queries.totals.count(resource, selection) };
  }

  #current<F>(read: () => Promise<FoundApart<F>>): Promise<F | undefined> {
    return this.store.apart.current(read);
  }
}
