import type { Store } from '../store/database/open';
import { type PairedType, pairedTypes } from './pair';
import { DuplicateSearch } from './pair-search';

const sliceMilliseconds = 15;

/** Enough for manual edits, without a noticeable delay. */
const patienceMilliseconds = 250;

/** A full scan leaves most of the time to other work. */
const restMilliseconds = 30;

/** Processes changes before duplicates are listed. */
export class CatchingUp {
  readonly #search: DuplicateSearch;
  readonly #running = new Map<PairedType, Promise<void>>();

  constructor(private readonly store: Store) {
    this.#search = new DuplicateSearch(store);
  }

  /**
   * Waits briefly until all changes of a kind are processed; longer scans continue in the background. Returns the fraction done.
   */
  async wait(type: PairedType): Promise<number> {
    if (!this.#search.isUnfinished(type)) return 1;
    const running = this.#running.get(type) ?? this.#run(type);
    await Promise.race([running, Bun.sleep(patienceMilliseconds)]);
    return this.#search.isUnfinished(type) ? Math.min(this.#search.shareDone(type), 0.99) : 1;
  }

  #run(type: PairedType): Promise<void> {
    const run = this.#look(type)
      // On a locked database or shutdown, the next request resumes.
      .catch(() => undefined)
      .finally(() => this.#running.delete(type));
    this.#running.set(type, run);
    return run;
  }

  async #look(type: PairedType): Promise<void> {
    const patientUntil = performance.now() + patienceMilliseconds;
    while (this.#search.isUnfinished(type)) {
      if (!this.store.tryWrite(() => lookAwhile(this.#search, type, sliceMilliseconds))) return;
      if (performance.now() < patientUntil) await new Promise((resolve) => setImmediate(resolve));
      else await Bun.sleep(restMilliseconds);
    }
  }
}

interface Pacing {
  readonly milliseconds: number;
  /** Yields to other writers. */
  rest(): Promise<void>;
}

/** Processes all changes of all kinds, unless stopped. */
export async function lookThrough(store: Store, pace: Pacing, signal: AbortSignal | undefined): Promise<void> {
  const search = new DuplicateSearch(store);
  for (const type of pairedTypes)
    while (search.isUnfinished(type) && !signal?.aborted) {
      await store.write(() => lookAwhile(search, type, pace.milliseconds));
      await pace.rest();
    }
}

/** Continues until the time slice is used. */
function lookAwhile(search: DuplicateSearch, type: PairedType, milliseconds: number): void {
  search.begin();
  const until = performance.now() + milliseconds;
  while (search.step(type) && performance.now() < until);
}
