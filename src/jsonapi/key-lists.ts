import { readCatalogRevision } from '../database/catalog-revision';
import type { BoundQuery } from '../database/prepare';
import type { Store } from '../database/store';
import { KeyCorrections } from './key-corrections';
import { nameOf } from './list-totals';
import type { Resource } from './resource';
import type { Selection } from './selection';

/** What a key takes. */
const bytesPerKey = 4;

/** After a list changed faster than it was found, the catalog is left alone until nobody wrote to it for so long. */
const quietMilliseconds = 500;

/** So many lists wait for the thread that finds them: a second each at most, of some millions. */
const mostFound = 8;

/** Of all the room, so much at most is for a list of which no page deep in it was asked for yet. */
const expectedShare = 1 / 8;

type KeysOf = (selection: Selection) => BoundQuery;

/** The keys of a list as it stood in one revision of the catalog. */
interface Kept {
  readonly keys: Int32Array;
  readonly revision: string;
}

/**
 * The keys of long lists, each in the order of its list: a page deep in one is a slice of it, where an index is walked
 * along from its beginning. They are found on another thread, and kept for as long as the list stays as it is, or little of it
 * changes. A list and the same from its end are one.
 */
export class KeyLists {
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Kept>();
  readonly #corrections: KeyCorrections;
  #bytes = 0;
  #revision = '';
  #revisionSince = 0;
  /** The lists that wait for the thread, or are read by it. */
  readonly #finding = new Set<string>();
  #isRestless = false;

  constructor(
    private readonly store: Store,
    private readonly maximumBytes: number,
  ) {
    this.#corrections = new KeyCorrections(store);
  }

  /**
   * The keys of a page, if those of the list are there.
   * @param total how many records the list has in this turn of the event loop
   */
  page(resource: Resource, selection: Selection, total: number, limit: number, offset: number): number[] | undefined {
    const asked = inOwnOrder(resource, selection);
    const isBackwards = asked.orders[0]?.descending === true;
    const keys = this.#keysOf(resource, isBackwards ? turned(asked) : asked, total);
    if (!keys) return undefined;
    if (!isBackwards) return Array.from(keys.subarray(offset, offset + limit));
    return Array.from(keys.subarray(Math.max(0, total - offset - limit), total - offset)).reverse();
  }

  /**
   * Finds the keys of a list, which are there soon then.
   * @param query gives them, of the list in the direction that is kept
   * @param isExpected whether no page that needs them was asked for yet
   */
  find(resource: Resource, selection: Selection, total: number, query: KeysOf, isExpected = false): void {
    if (total * bytesPerKey > this.maximumBytes * (isExpected ? expectedShare : 1)) return;
    const asked = inOwnOrder(resource, selection);
    const along = asked.orders[0]?.descending ? turned(asked) : asked;
    const name = nameOf(resource, along);
    if (!this.#kept.has(name) && this.store.apart.isPossible) void this.#find(name, resource, along, query);
  }

  #keysOf(resource: Resource, selection: Selection, total: number): Int32Array | undefined {
    const name = nameOf(resource, selection);
    const kept = this.#kept.get(name);
    if (!kept) return undefined;
    const keys = this.#current(resource, selection, kept);
    this.#drop(name, kept);
    if (keys?.length !== total) return undefined;
    this.#keep(name, { keys, revision: this.store.catalogRevision() });
    return keys;
  }

  /** The keys as they are in this turn of the event loop. */
  #current(resource: Resource, selection: Selection, { keys, revision }: Kept): Int32Array | undefined {
    const now = this.store.catalogRevision();
    if (now === revision) return keys;
    const [was, is] = [readCatalogRevision(revision), readCatalogRevision(now)];
    if (!was || !is || was.noted !== is.noted) return undefined;
    return this.#corrections.corrected(resource, selection, keys, was.sequence, is.sequence);
  }

  /** One after the other; of more than may wait, each is found when it is asked for again. */
  async #find(name: string, resource: Resource, selection: Selection, query: KeysOf): Promise<void> {
    this.#watch();
    if (this.#finding.has(name) || this.#finding.size >= mostFound) return;
    this.#finding.add(name);
    try {
      if (this.#isRestless) {
        const begun = this.#revision;
        await Bun.sleep(Math.max(0, this.#revisionSince + quietMilliseconds - performance.now()));
        this.#watch();
        if (this.#revision !== begun) return;
      }
      const { found, revision } = await this.store.apart.keys('unhurried', query(selection));
      if (revision === undefined) return;
      const kept = { keys: found, revision };
      this.#isRestless = this.store.read(() => this.#current(resource, selection, kept)) === undefined;
      this.#keep(name, kept);
    } catch {
      // Pages are found along the index, as long as the keys are not there; what is wrong with the database shows itself there.
    } finally {
      this.#finding.delete(name);
    }
  }

  #watch(): void {
    const revision = this.store.catalogRevision();
    if (revision === this.#revision) return;
    this.#revision = revision;
    this.#revisionSince = performance.now();
  }

  #drop(name: string, { keys }: Kept): void {
    this.#kept.delete(name);
    this.#bytes -= keys.byteLength;
  }

  #keep(name: string, kept: Kept): void {
    if (kept.keys.byteLength > this.maximumBytes) return;
    this.#kept.set(name, kept);
    this.#bytes += kept.keys.byteLength;
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= this.maximumBytes) break;
      this.#drop(oldest, one);
    }
  }
}

/** A list with the order that it has by itself as one that is asked for, where it can be. */
function inOwnOrder(resource: Resource, selection: Selection): Selection {
  if (selection.orders.length > 0) return selection;
  const columns = selection.filters.length === 0 ? resource.wholeOrder : resource.defaultOrder;
  const orders = columns.flatMap((column) => Object.keys(resource.orders).find((name) => resource.orders[name] === column) ?? []);
  if (orders.length < columns.length) return selection;
  return { ...selection, orders: orders.map((name) => ({ name, descending: false })) };
}

/** A list from its end. */
const turned = (selection: Selection): Selection => ({
  ...selection,
  orders: selection.orders.map(({ name, descending }) => ({ name, descending: !descending })),
});
