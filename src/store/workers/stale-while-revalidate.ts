import { DomainError } from '../../errors';
import type { Store } from '../database/store';
import type { WorkerResult } from './read-pool';

/** A cached value with the time it was computed. */
export interface CachedValue<V> {
  readonly value: V;
  readonly at: Date;
  /** Whether it reflects the current catalog. */
  readonly isCurrent: boolean;
}

interface Found<V> {
  readonly value: V;
  readonly at: Date;
  readonly revision: string | undefined;
}

/** How long to wait for a new value by default. */
const patienceMilliseconds = 15;

/** Older values are not served; clients wait instead. */
const oldestMilliseconds = 15 * 60_000;

/** While the catalog keeps changing, a worker spends at most a tenth of its time on it. */
const restPerWork = 9;

/** Stale-while-revalidate cache of a value that takes long to compute: recomputed in a worker while the old one is served. */
export class StaleWhileRevalidate<V> {
  #last: Found<V> | undefined;
  #working: Promise<void> | undefined;
  #restUntil = 0;
  readonly #askers = new Set<AbortSignal | undefined>();
  #took = Number.POSITIVE_INFINITY;

  /** @param patience milliseconds to wait if the last computation took no longer, so that small catalogs never show stale values */
  constructor(
    private readonly store: Pick<Store, 'catalogRevision'>,
    /** Starts the computation; its argument tells whether the result is still wanted. */
    private readonly work: (isWanted: () => boolean) => Promise<WorkerResult<V>>,
    private readonly patience = patienceMilliseconds,
  ) {}

  /** @param signal aborts when the client disconnects, so that pending work can be skipped */
  async find(signal?: AbortSignal): Promise<CachedValue<V>> {
    if (!this.#isCurrent()) await this.#renew(signal);
    return this.shown();
  }

  /** The current value within this event-loop turn, during which nothing is written. */
  shown(): CachedValue<V> {
    const { value, at } = this.#last as Found<V>;
    return { value, at, isCurrent: this.#isCurrent() };
  }

  #isCurrent(): boolean {
    return this.#last !== undefined && this.#last.revision === this.store.catalogRevision();
  }

  #renew(signal: AbortSignal | undefined): Promise<unknown> {
    const isOld = this.#last === undefined || Date.now() - this.#last.at.getTime() > oldestMilliseconds;
    if (!isOld && Date.now() < this.#restUntil) return Promise.resolve();
    if (isOld) this.#askers.add(signal);
    this.#working ??= this.#begin();
    if (isOld) return this.#working;
    // After the timeout an error concerns nobody; the next request retries.
    this.#working.catch(() => {});
    const patience = this.#took > this.patience ? patienceMilliseconds : this.patience;
    return Promise.race([this.#working.catch(unlessUnavailable), Bun.sleep(patience)]);
  }

  #begin(): Promise<void> {
    const isWanted = () => {
      // Clients that got a stale value will ask again.
      const isWaitedFor = this.#askers.size === 0 || [...this.#askers].some((asker) => asker?.aborted !== true);
      // The next request starts over.
      if (!isWaitedFor) end();
      return isWaitedFor;
    };
    const working = Promise.resolve().then(() => this.#workOut(isWanted));
    const end = () => {
      if (this.#working !== ended) return;
      this.#working = undefined;
      this.#askers.clear();
    };
    const ended = working.finally(end);
    return ended;
  }

  async #workOut(isWanted: () => boolean): Promise<void> {
    const at = new Date();
    const { found, revision } = await this.work(isWanted);
    this.#last = { value: found, at, revision };
    this.#took = Date.now() - at.getTime();
    this.#restUntil = this.#took > this.patience ? Date.now() + restPerWork * this.#took : 0;
  }
}

/** If a stale value can be served, unavailability is not reported. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof DomainError && error.kind === 'unavailable')) throw error;
}
