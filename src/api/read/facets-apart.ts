import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/store';
import type { FoundApart } from '../../store/workers/read-apart';
import { WorkedOutApart } from '../../store/workers/worked-out';
import { Unwanted } from '../../worker-queue';
import type { Counted } from './facet-queries';

/** The most facets kept: those of some hundred lists. */
const maximumKept = 2_000;

/** What they take at most: a kilobyte each as pages ask for them, and a hundred where one is shown in full. */
const maximumBytes = 16_000_000;

/** What the names and the number of a value take beside their letters, and a facet beside its values. */
const bytesBeside = 200;

/** More would wait for minutes on a large catalog, where the longest take a second. */
const mostWaiting = 100;

/** Facets that are counted on another thread, each once for a state of the catalog, and shown until they are counted anew. */
export class FacetsApart {
  readonly #facets = new LRUCache<string, WorkedOutApart<Counted>>({ max: maximumKept, maxSize: maximumBytes });

  constructor(private readonly store: Store) {}

  /** @param count counts it; what it is told says whether anybody still waits */
  get(name: string, count: (isWanted: () => boolean) => Promise<FoundApart<Counted>>): WorkedOutApart<Counted> {
    const known = this.#facets.get(name);
    if (known) return known;
    const facet = new WorkedOutApart<Counted>(this.store, async (isWanted) => {
      const found = await this.#inTurn(() => count(isWanted));
      this.#facets.delete(name);
      this.#facets.set(name, facet, { size: bytesOf(name, found.found) });
      return found;
    });
    this.#facets.set(name, facet, { size: bytesOf(name) });
    return facet;
  }

  async #inTurn<F>(count: () => Promise<F>): Promise<F> {
    if (this.store.apart.waiting('beside') >= mostWaiting) throw later();
    try {
      return await count();
    } catch (error) {
      throw error instanceof Unwanted ? later() : error;
    }
  }
}

/** Letters take two bytes at most. */
const bytesOf = (name: string, counted?: Counted): number =>
  (counted?.values ?? []).reduce(
    (sum, { value, name }) => sum + bytesBeside + 2 * (value.length + name.length),
    bytesBeside + 2 * name.length,
  );

const later = (): DomainError => new DomainError('unavailable', message('facets_busy', { max: mostWaiting }), { retryAfterSeconds: 5 });
