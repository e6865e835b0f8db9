import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import { bound, type Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { CachesByReach } from '../../store/database/revision-cache';
import { timestamp } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type CachedValue, StaleWhileRevalidate } from '../../store/workers/stale-while-revalidate';
import { Unwanted } from '../../worker-queue';
import type { Resource } from '../schema/resource';
import { type CountedFacet, type FacetQuery, type FacetValue, facetQuery } from './facet-queries';
import type { ListTotals } from './list-pages';
import type { FacetReading } from './reading';
import { isOfCatalog, nameOfValue, type Selection, valuesOf } from './selection';

export interface FacetCounts {
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  /** Total number of values of each facet, of which the first are shown. */
  readonly facetTotals: Readonly<Record<string, number>>;
  /** Time of the count, if the catalog has changed since. */
  readonly countedAt?: string;
}

/** The facets requested, as of the event-loop turn in which it is called. */
export type Countable = () => FacetCounts;

/** Cached facets counted here: 1 kB each beside a list, 100 kB for one shown in full. */
const maximumCached = 500;

/** Up to this many records are counted on the event loop, in 2 to 5 ms per facet. */
const countedHere = 1_000;

/** A facet of a list to be counted. */
interface FacetTask {
  readonly name: string;
  /** The list without the facet's own filter. */
  readonly others: Selection;
  readonly query: FacetQuery;
  readonly values: Values;
  /** Identifies the facet. */
  readonly key: string;
  /** Whether it is the same for all viewers. */
  readonly isShared: boolean;
  /** Counts it synchronously, unless cached. */
  countHere(): CountedFacet;
}

/** Counts facet values of lists, once per catalog revision. */
export class Facets {
  readonly #cached: CachesByReach<CountedFacet>;
  readonly #ofWorker: FacetCache;

  constructor(
    private readonly store: Store,
    private readonly totals: ListTotals,
  ) {
    this.#cached = new CachesByReach(store, maximumCached);
    this.#ofWorker = new FacetCache(store);
  }

  /** Counts each facet as if its own filter were not set. */
  count(resource: Resource, selection: Selection, reading: FacetReading): FacetCounts {
    return together(this.#tasks(resource, selection, reading).map((task) => [task.name, countedNow(task)]));
  }

  /**
   * Like {@link count}, but long counts run in a worker and return a promise.
   * @param signal aborts when the client disconnects
   */
  prepare(resource: Resource, selection: Selection, reading: FacetReading, signal: AbortSignal): Countable | Promise<Countable> {
    const tasks = this.#tasks(resource, selection, reading);
    const long = this.store.readPool.isPossible ? tasks.filter((task) => this.#isLong(resource, task)) : [];
    const inWorker = new Map(long.map((task, turn) => [task.name, this.#inWorker(task, turn)]));
    const count = () => together(tasks.map((task) => [task.name, inWorker.get(task.name)?.shown() ?? countedNow(task)]));
    return long.length === 0 ? count : Promise.all([...inWorker.values()].map((counted) => counted.find(signal))).then(() => count);
  }

  #tasks(resource: Resource, selection: Selection, { names, most, query, asker }: FacetReading): FacetTask[] {
    const { db, reader } = this.store;
    return names.map((name) => {
      const others: Selection = { ...selection, orders: [], filters: selection.filters.filter((filter) => filter.name !== name) };
      const counting = facetQuery(resource, name, others, { most, query: fold(query).trim() });
      const values = { ...valuesOf(others), [nameOfValue(name, 'user')]: asker?.userKey ?? null, most, query: fold(query).trim() };
      const isShared = isOfCatalog(resource, others) && !resource.filters[name]?.scopes;
      const key = `${counting.shape} ${JSON.stringify(values)}`;
      const count = () => counting.counted(reader.composed<object>(counting.shape, () => counting.build(db).compile(db)).all(values));
      const countHere = () => (selection.among ? count() : (this.#cached.for(isShared).find(key, count) as CountedFacet));
      return { name, others, query: counting, values, key, isShared, countHere };
    });
  }

  /** Whether the list is too long to be counted on the event loop. */
  #isLong(resource: Resource, { others, isShared }: FacetTask): boolean {
    if (!isShared || others.among) return false;
    const total = this.totals.quick(resource, others);
    return total === undefined || total > countedHere;
  }

  #inWorker({ query, values, key }: FacetTask, turn: number) {
    const { db, readPool } = this.store;
    return this.#ofWorker.get(key, async (isWanted) => {
      const { revision, found } = await readPool.rows('normal', [bound(query.build(db).compile(db), values)], { turn, isWanted });
      return { revision, found: query.counted(found[0] ?? []) };
    });
  }
}

const countedNow = (task: FacetTask): CachedValue<CountedFacet> => ({ value: task.countHere(), at: new Date(), isCurrent: true });

function together(counted: readonly (readonly [string, CachedValue<CountedFacet>])[]): FacetCounts {
  const old = counted.filter(([, { isCurrent }]) => !isCurrent).map(([, { at }]) => at.getTime());
  return {
    facets: Object.fromEntries(counted.map(([name, { value }]) => [name, value.values])),
    facetTotals: Object.fromEntries(counted.map(([name, { value }]) => [name, value.total])),
    ...(old.length > 0 && { countedAt: timestamp(Math.min(...old)) }),
  };
}

/** Cached facets: those of a few hundred lists. */
const maximumKept = 2_000;

/** Memory limit: about 1 kB per facet beside a list, 100 kB for a facet shown in full. */
const maximumBytes = 16_000_000;

/** Overhead of a value beside its text, and of a facet beside its values. */
const overheadBytes = 200;

/** The slowest take a second on a large catalog; a longer queue would take minutes. */
const mostWaiting = 100;

/** Facets counted in a worker, once per catalog revision, and served stale while they are recounted. */
export class FacetCache {
  readonly #facets = new LRUCache<string, StaleWhileRevalidate<CountedFacet>>({ max: maximumKept, maxSize: maximumBytes });

  constructor(private readonly store: Store) {}

  /** @param count computes the facet; its argument tells whether a client still waits */
  get(name: string, count: (isWanted: () => boolean) => Promise<WorkerResult<CountedFacet>>): StaleWhileRevalidate<CountedFacet> {
    const known = this.#facets.get(name);
    if (known) return known;
    const facet = new StaleWhileRevalidate<CountedFacet>(this.store, async (isWanted) => {
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
const bytesOf = (name: string, counted?: CountedFacet): number =>
  (counted?.values ?? []).reduce(
    (sum, { value, name }) => sum + overheadBytes + 2 * (value.length + name.length),
    overheadBytes + 2 * name.length,
  );

const later = (): DomainError => new DomainError('unavailable', message('facets_busy', { max: mostWaiting }), { retryAfterSeconds: 5 });
