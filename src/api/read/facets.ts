import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import type { Store } from '../../store/database/open';
import { CachesByReach } from '../../store/database/revision-cache';
import { bound, boundAmong, Statements, type Values } from '../../store/database/sql';
import { timestamp } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type CachedValue, StaleWhileRevalidate } from '../../store/workers/stale-while-revalidate';
import { Unwanted } from '../../worker-queue';
import type { Resource } from '../schema/resource';
import { type Counted, type CountedFacet, type FacetQuery, type FacetValue, facetQuery, foundKeys, nameOfShape } from './facet-queries';
import type { ListTotals } from './list-pages';
import type { FacetReading } from './reading';
import { allRows, isOfCatalog, type Selection, shapeOf, valuesOf } from './selection';

export interface FacetCounts {
  readonly facets: Readonly<Record<string, readonly FacetValue[]>>;
  /** Total number of values of each facet, of which the first are shown. */
  readonly facetTotals: Readonly<Record<string, number>>;
  /** Time of the count, if the catalog has changed since. */
  readonly countedAt?: string;
}

/** The facets requested, as of the event-loop turn in which it is called. */
export type Countable = () => FacetCounts;

/** Keys that filters leave, by the shape of the filters. */
type Found = Map<string, readonly number[]>;

/** Prepared statements, about 10 kB each. */
const maximumStatements = 200;

/** Cached facets counted here: 1 kB each beside a list, 100 kB for one shown in full. */
const maximumRemembered = 500;

/** Up to this many records are counted on the event loop, in 2 to 5 ms per facet. */
const countedHere = 1_000;

/** Counts facet values of lists, once per catalog revision. */
export class Facets {
  readonly #statements: Statements;
  readonly #remembered: CachesByReach<Counted>;
  readonly #apart: FacetCache;

  constructor(
    private readonly store: Store,
    private readonly totals: ListTotals,
  ) {
    this.#statements = new Statements(store, { most: maximumStatements });
    this.#remembered = new CachesByReach(store, maximumRemembered);
    this.#apart = new FacetCache(store);
  }

  /** Counts each facet as if its own filter were not set. */
  count(resource: Resource, selection: Selection, asked: FacetReading): FacetCounts {
    const found: Found = new Map();
    const all = asked.names.map((name) => this.#askedFor(resource, name, selection, asked, found));
    return together(all.map((one) => [one.name, countedNow(one)]));
  }

  /**
   * Like {@link count}, but long counts run in a worker and return a promise.
   * @param signal aborts when the client disconnects
   */
  prepare(resource: Resource, selection: Selection, asked: FacetReading, signal: AbortSignal): Countable | Promise<Countable> {
    const found: Found = new Map();
    const all = asked.names.map((name) => this.#askedFor(resource, name, selection, asked, found));
    const isPossible = this.store.readPool.isPossible;
    const long = isPossible ? all.filter((one) => this.#isLong(resource, one)) : [];
    const apart = new Map(long.map((one, turn) => [one.name, this.#ofThread(resource, one, turn)]));
    const count = () => together(all.map((one) => [one.name, apart.get(one.name)?.shown() ?? countedNow(one)]));
    return long.length === 0 ? count : Promise.all([...apart.values()].map((counted) => counted.find(signal))).then(() => count);
  }

  #askedFor(resource: Resource, name: string, selection: Selection, { most, query, asker }: FacetReading, found: Found): One {
    const others: Selection = { ...selection, orders: [], filters: selection.filters.filter((filter) => filter.name !== name) };
    const given = { [`${name}.user`]: asker?.userKey ?? null, most, query: fold(query).trim() };
    const isShared = isOfCatalog(resource, others) && !resource.filters[name]?.scopes;
    const key = `${name} ${shapeOf(resource, others)} ${JSON.stringify([valuesOf(others), given])}`;
    const remembered = this.#remembered.for(isShared);
    const count = () => this.#here(resource, name, others, given, found);
    const here = () => (selection.among ? count() : (remembered.find(key, count) as Counted));
    return { name, others, given, key, isShared, here };
  }

  /** Whether the list is too long to be counted on the event loop. */
  #isLong(resource: Resource, { others, isShared }: One): boolean {
    if (!isShared || others.among) return false;
    const total = this.totals.soon(resource, others);
    return total === undefined || total > countedHere;
  }

  #here(resource: Resource, name: string, others: Selection, given: Values & CountedFacet, found: Found): Counted {
    const rows = this.#found(resource, others, found);
    const query = facetQuery(resource, name, rows, given);
    return query.counted(this.#statements.ofShape<object>(query.name, query.build).all({ ...valuesOf(rows), ...given }));
  }

  #ofThread(resource: Resource, { name, others, given, key }: One, turn: number) {
    return this.#apart.get(key, async (isWanted) => {
      const rows = among(others, []);
      const query = facetQuery(resource, name, rows, given);
      const { revision, found } = await this.store.readPool.rows('normal', [this.#bound(resource, others, query, given)], {
        turn,
        isWanted,
      });
      return { revision, found: query.counted(found[0] ?? []) };
    });
  }

  /** Facets of one list share its keys. */
  #bound(resource: Resource, others: Selection, query: FacetQuery, given: Values) {
    const { db } = this.store;
    const compiled = { compile: () => query.build(db).compile(db) };
    const values = { ...valuesOf(others), ...given };
    if (others.filters.length === 0) return bound(compiled, values);
    const keys = foundKeys(resource, others, allRows(db, resource));
    return boundAmong(compiled, values, 'among', bound(keys, values));
  }

  /** Keys that the filters leave, computed once for all facets that use them. */
  #found(resource: Resource, others: Selection, found: Found): Selection {
    if (others.filters.length === 0) return others;
    const shape = nameOfShape(resource, others);
    let keys = found.get(shape);
    if (!keys) {
      const statement = this.#statements.ofShape<{ key: number }>(`found ${shape}`, (db) =>
        foundKeys(resource, others, allRows(db, resource)),
      );
      keys = statement.all(valuesOf(others)).map(({ key }) => key);
      found.set(shape, keys);
    }
    return among(others, keys);
  }
}

interface One {
  readonly name: string;
  readonly others: Selection;
  readonly given: Values & CountedFacet;
  /** Identifies the facet. */
  readonly key: string;
  /** Whether it is the same for all viewers. */
  readonly isShared: boolean;
  /** Counts it synchronously, unless cached. */
  here(): Counted;
}

/** The list without its filters, restricted to the keys they left. */
const among = (selection: Selection, keys: readonly number[]): Selection =>
  selection.filters.length === 0 ? selection : { filters: [], orders: [], withinKey: selection.withinKey, among: keys };

const countedNow = (one: One): CachedValue<Counted> => ({ value: one.here(), at: new Date(), isCurrent: true });

function together(counted: readonly (readonly [string, CachedValue<Counted>])[]): FacetCounts {
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
    (sum, { value, name }) => sum + overheadBytes + 2 * (value.length + name.length),
    overheadBytes + 2 * name.length,
  );

const later = (): DomainError => new DomainError('unavailable', message('facets_busy', { max: mostWaiting }), { retryAfterSeconds: 5 });
