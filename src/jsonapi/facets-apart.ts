import type { FoundApart } from '../database/read-apart';
import type { Store } from '../database/store';
import { WorkedOutApart } from '../database/worked-out';
import { DomainError } from '../errors';
import { Unwanted } from '../worker-queue';
import type { Counted } from './facet-queries';

/** The most facets kept: those of some hundred lists. */
const maximumKept = 2_000;

/** What they take at most: a kilobyte each as pages ask for them, and a hundred where one is shown in full. */
const maximumBytes = 16_000_000;

/** What the names and the number of a value take beside their letters, and a facet beside its values. */
const bytesBeside = 200;

/** More would wait for minutes on a large catalog, where the longest take a second. */
const mostWaiting = 100;

interface Kept {
  readonly counted: WorkedOutApart<Counted>;
  bytes: number;
}

/** Facets that are counted on another thread, each once for a state of the catalog, and shown until they are counted anew. */
export class FacetsApart {
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(private readonly store: Store) {}

  /** @param count counts it; what it is told says whether anybody still waits */
  get(name: string, count: (isWanted: () => boolean) => Promise<FoundApart<Counted>>): WorkedOutApart<Counted> {
    const known = this.#kept.get(name);
    if (known) {
      this.#kept.delete(name);
      this.#kept.set(name, known);
      return known.counted;
    }
    const counted = new WorkedOutApart<Counted>(this.store, async (isWanted) => {
      const found = await this.#inTurn(() => count(isWanted));
      this.#weigh(name, bytesOf(name, found.found));
      return found;
    });
    this.#kept.set(name, { counted, bytes: 0 });
    this.#weigh(name, bytesOf(name));
    return counted;
  }

  async #inTurn<F>(count: () => Promise<F>): Promise<F> {
    if (this.store.apart.waiting('beside') >= mostWaiting) throw later();
    try {
      return await count();
    } catch (error) {
      throw error instanceof Unwanted ? later() : error;
    }
  }

  #weigh(name: string, bytes: number): void {
    const kept = this.#kept.get(name);
    if (!kept) return;
    this.#bytes += bytes - kept.bytes;
    kept.bytes = bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= maximumBytes && this.#kept.size <= maximumKept) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

/** Letters take two bytes at most. */
const bytesOf = (name: string, counted?: Counted): number =>
  (counted?.values ?? []).reduce(
    (sum, { value, name }) => sum + bytesBeside + 2 * (value.length + name.length),
    bytesBeside + 2 * name.length,
  );

const later = (): DomainError =>
  new DomainError(
    'unavailable',
    `More than ${mostWaiting} facets are being counted for others: ask again in some seconds, or without facets.`,
    { retryAfterSeconds: 5 },
  );
