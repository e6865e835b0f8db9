import type { FoundApart } from './read-apart';
import type { Store } from './store';

/** What was worked out of the catalog, and when. */
export interface WorkedOut<V> {
  readonly value: V;
  readonly at: Date;
  /** Whether the catalog is as it was then. */
  readonly isCurrent: boolean;
}

interface Found<V> {
  readonly value: V;
  readonly at: Date;
  readonly revision: string | undefined;
}

/** So long whoever asks waits for what is being worked out anew: a small catalog never shows anything old. */
const patienceMilliseconds = 15;

/** What is older is not shown any more, and waited for. */
const oldestMilliseconds = 15 * 60_000;

/** While a catalog changes without end, a tenth of the time of a thread goes into it. */
const restPerWork = 9;

/** Something that takes long to work out: done apart, and what was found before is shown meanwhile. */
export class WorkedOutApart<V> {
  #last: Found<V> | undefined;
  #working: Promise<void> | undefined;
  #restUntil = 0;

  constructor(
    private readonly store: Store,
    private readonly work: () => Promise<FoundApart<V>>,
  ) {}

  async find(): Promise<WorkedOut<V>> {
    if (!this.#isCurrent()) await this.#renew();
    // Within this turn nothing is written.
    const { value, at } = this.#last as Found<V>;
    return { value, at, isCurrent: this.#isCurrent() };
  }

  #isCurrent(): boolean {
    return this.#last !== undefined && this.#last.revision === this.store.catalogRevision();
  }

  #renew(): Promise<unknown> {
    const isOld = this.#last === undefined || Date.now() - this.#last.at.getTime() > oldestMilliseconds;
    if (!isOld && Date.now() < this.#restUntil) return Promise.resolve();
    this.#working ??= this.#workOut().finally(() => {
      this.#working = undefined;
    });
    if (isOld) return this.#working;
    // Nobody else hears of what goes wrong once the time is over: the next who asks has it tried again.
    this.#working.catch(() => {});
    return Promise.race([this.#working, Bun.sleep(patienceMilliseconds)]);
  }

  async #workOut(): Promise<void> {
    const at = new Date();
    const { found, revision } = await this.work();
    this.#last = { value: found, at, revision };
    const milliseconds = Date.now() - at.getTime();
    this.#restUntil = milliseconds > patienceMilliseconds ? Date.now() + restPerWork * milliseconds : 0;
  }
}
