import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/store';
import type { WorkerResult } from '../../store/workers/read-pool';
import { StaleWhileRevalidate } from '../../store/workers/stale-while-revalidate';
import { Unwanted } from '../../worker-queue';
import type { Counted } from './facet-queries';

/** Cached facets: those of a few hundred lists. */
const maximumKept = 2_000;

/** Memory limit: about 1 kB per facet beside a list, 100 kB for a facet shown in full. */
const maximumBytes = 16_000_000;

/** Overhead of a value beside its text, and of a facet beside its values. */
const bytesBeside = 200;

/** The slowest take a second on a large catalog; a longer queue would take minutes. */
const mostWaiting = 100;

/** Facets counted in a worker, once per catalog revision, and served stale while they are recounted. */
export class FacetCache {
  readonly #facets = new LRUCache<string, StaleWhileRevalidate<Counted>>({ max: maximumKept, maxSize: maximumBytes });

  constructor(private readonly store: Store) {}

  /** @param count computes the facet; its argument tells whether a client still waits */
  get(name: string, count: (isWanted: () => boolean) => Promise<WorkerResult<Counted>>): StaleWhileRevalidate<Counted> {
    const known = this.#facets.get(name);
    if (known) return known;
    const facet = new StaleWhileRevalidate<Counted>(this.store, async (isWanted) => {
      const found = await this.#inTurn(() => count(isWanted));
      this.#facets.delete(name);
      this.#facets.set(name, facet, { size: bytesOf(name, found.found) });
      return found;
    });
    this.#facets.set(name, facet, { size: bytesOf(name) });
    return facet;
  }

  async #inTurn<F>(count: () => Promise<F>): Promise<F> {
    if (this.store.readPool.waiting('normal') >= mostWaiting) throw later();
    try {
      return await count();
    } catch (error) {
      throw error instanceof Unwanted ? later() : error;
    }
  }
}

/** At most two bytes per character. */
const bytesOf = (name: string, counted?: Counted): number =>
  (counted?.values ?? []).reduce(
    (sum, { value, name }) => sum + bytesBeside + 2 * (value.length + name.length),
    bytesBeside + 2 * name.length,
  );

const later = (): DomainError => new DomainError('unavailable', message('facets_busy', { max: mostWaiting }), { retryAfterSeconds: 5 });
