import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../../errors';
import { message } from '../../messages/message';
import { bound, type Values } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
import { CachesByReach } from '../../store/database/revision-cache';
import type { Schema } from '../../store/database/schema.gen';
import { parameter } from '../../store/database/sql';
import { timestamp } from '../../store/values/dates';
import { fold } from '../../store/values/folding';
import type { WorkerResult } from '../../store/workers/read-pool';
import { type CachedValue, StaleWhileRevalidate } from '../../store/workers/stale-while-revalidate';
import { Unwanted } from '../../worker-queue';
import type { Facet, Resource, Table } from '../schema/resource';
import type { ListTotals } from './list-pages';
import type { FacetReading } from './reading';
import { boundOf, filteredRows, isOfCatalog, isWhole, nameOfValue, type Selection, shapeOf, valuesOf } from './selection';

/** A facet value with the number of records it leaves. */
export interface FacetValue {
  readonly value: string;
  readonly name: string;
  readonly count: number;
}

/** Values of a facet, with the total number of values. */
export interface CountedFacet {
  readonly values: readonly FacetValue[];
  readonly total: number;
}

interface FacetInput {
  readonly most: number;
  /** Already folded. */
  readonly query: string;
}

/** Query that counts the values of a facet, with its row mapper. */
interface FacetQuery {
  /** Identifies its SQL. */
  readonly shape: string;
  build(db: Kysely<Schema>): RawBuilder<unknown>;
  counted(rows: readonly object[]): CountedFacet;
}

/** More than any vocabulary, or the decades and countries, can have. */
const maximumWords = 1_000;

/** Counts the values of a filter over the records of a list. */
function facetQuery(resource: Resource, name: string, selection: Selection, input: FacetInput): FacetQuery {
  const facet = resource.filters[name]?.facet;
  if (!facet) throw new Error(`${resource.type} declares a facet ${name}, and no filter of that name whose values can be counted.`);
  return facet.records ? ofRecords(resource, name, facet, selection, input) : ofWords(resource, name, facet, selection, input);
}

const listShape = (resource: Resource, selection: Selection): string => `${selection.among ? 'among ' : ''}${shapeOf(resource, selection)}`;

/** Vocabularies are small: all words are counted, and the requested ones selected here. */
function ofWords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { most, query }: FacetInput): FacetQuery {
  const { nameOf = String, isByValue } = facet;
  return {
    shape: `words ${name} ${listShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT value, count FROM counted WHERE value IS NOT NULL ORDER BY count DESC, value LIMIT ${sql.lit(maximumWords)}`,
    counted(rows) {
      const words = rows as readonly { readonly value: string | number; readonly count: number }[];
      const all = words.filter(({ value }) => fold(nameOf(value)).includes(query));
      const first = all.slice(0, most);
      if (isByValue) first.sort((a, b) => (a.value < b.value ? -1 : 1));
      return { values: first.map(({ value, count }) => ({ value: String(value), name: nameOf(value), count })), total: all.length };
    },
  };
}

/** Names only values as frequent as the last one shown, since naming all of them would be wasted work. */
function ofRecords(resource: Resource, name: string, facet: Facet<Table>, selection: Selection, { query }: FacetInput): FacetQuery {
  const target = facet.records?.();
  if (!target?.named) throw new Error(`Records that ${name} of ${resource.type} leads to have no names.`);
  const { table, path, named, bySlug } = target;
  const value = bySlug ? sql`named.slug` : sql`${sql.lit(`${path}/`)} || named.id`;
  const isSelected = query === '' ? isFrequent : sql`instr(named.${sql.ref(named.folded)}, ${parameter('query')}) > 0`;
  const total = query === '' ? sql`(SELECT count(*) FROM counted WHERE value IS NOT NULL)` : sql`count(*) OVER ()`;
  return {
    shape: `${query === '' ? 'frequent' : 'named'} ${name} ${listShape(resource, selection)}`,
    build: (db) => sql`
      WITH counted AS MATERIALIZED (${counts(db, resource, name, facet, selection)})
      SELECT ${value} AS value, named.${sql.ref(named.shown)} AS name, counted.count, ${total} AS total
      FROM counted CROSS JOIN ${sql.table(table)} AS named ON named.key = counted.value WHERE ${isSelected}
      ORDER BY counted.count DESC, named.${sql.ref(named.folded)}, named.id LIMIT ${parameter('most')} + 0`,
    counted(rows) {
      const found = rows as readonly (FacetValue & { readonly total: number })[];
      return { values: found.map(({ value, name, count }) => ({ value, name, count })), total: found[0]?.total ?? 0 };
    },
  };
}

const counts = (db: Kysely<Schema>, resource: Resource, name: string, facet: Facet<Table>, selection: Selection): RawBuilder<unknown> =>
  facet.counts(filteredRows(db, resource, selection), isWhole(resource, selection), boundOf(name));

/** Whether a value is at least as frequent as the last one shown, ties included. */
const isFrequent = sql`counted.count >= coalesce((SELECT count FROM counted WHERE value IS NOT NULL ORDER BY count DESC LIMIT 1 OFFSET ${parameter('most')} - 1), 0)`;

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
