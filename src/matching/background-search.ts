import type { Store } from '../store/database/open';
import { type PairedType, pairedTypes } from './pair';
import { DuplicateSearch } from './pair-search';

const sliceMilliseconds = 15;

/** Long enough for what people change by hand, and no wait for whoever asks. */
const patienceMilliseconds = 250;

/** A look through the whole catalog leaves most of the time to others. */
const restMilliseconds = 30;

/** Looks at what has changed, for those who ask a server for duplicates. */
export class CatchingUp {
  readonly #search: DuplicateSearch;
  readonly #running = new Map<PairedType, Promise<void>>();

  constructor(private readonly store: Store) {
    this.#search = new DuplicateSearch(store);
  }

  /**
   * Waits a moment until all that has changed of a kind was looked at. What takes longer goes on without whoever asked.
   * Says how much of the kind was looked at.
   */
  async wait(type: PairedType): Promise<number> {
    if (!this.#search.isUnfinished(type)) return 1;
    const running = this.#running.get(type) ?? this.#run(type);
    await Promise.race([running, Bun.sleep(patienceMilliseconds)]);
    return this.#search.isUnfinished(type) ? Math.min(this.#search.shareDone(type), 0.99) : 1;
  }

  #run(type: PairedType): Promise<void> {
    const run = this.#look(type)
      // Where it cannot be written just now, or the server ends: whoever asks next has it looked at.
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
  /** Lets others write in between. */
  rest(): Promise<void>;
}

/** Looks at all that has changed since the last look, of every kind, unless it is stopped. */
export async function lookThrough(store: Store, pace: Pacing, signal: AbortSignal | undefined): Promise<void> {
  const search = new DuplicateSearch(store);
  for (const type of pairedTypes)
    while (search.isUnfinished(type) && !signal?.aborted) {
      await store.write(() => lookAwhile(search, type, pace.milliseconds));
      await pace.rest();
    }
}

/** Looks further until it is the others' turn. */
function lookAwhile(search: DuplicateSearch, type: PairedType, milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (search.step(type) && performance.now() < until);
}
