import { DomainError } from '../../errors';
import type { Store } from '../database/store';
import type { FoundApart } from './read-apart';

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

/** So long whoever asks waits for what is being worked out anew, where more was not asked for. */
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
  readonly #askers = new Set<AbortSignal | undefined>();
  #took = Number.POSITIVE_INFINITY;

  /** @param patience how many milliseconds to wait for what took no longer the last time: a small catalog then shows nothing old */
  constructor(
    private readonly store: Pick<Store, 'catalogRevision'>,
    /** Says of the work, when it begins, whether it is still wanted. */
    private readonly work: (isWanted: () => boolean) => Promise<FoundApart<V>>,
    private readonly patience = patienceMilliseconds,
  ) {}

  /** @param signal tells when whoever asks has gone: what nobody waits for any more need not be begun */
  async find(signal?: AbortSignal): Promise<WorkedOut<V>> {
    if (!this.#isCurrent()) await this.#renew(signal);
    return this.shown();
  }

  /** What was found last, in this turn of the event loop: within that nothing is written. */
  shown(): WorkedOut<V> {
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
    // Nobody else hears of what goes wrong once the time is over: the next who asks has it tried again.
    this.#working.catch(() => {});
    const patience = this.#took > this.patience ? patienceMilliseconds : this.patience;
    return Promise.race([this.#working.catch(unlessUnavailable), Bun.sleep(patience)]);
  }

  #begin(): Promise<void> {
    const isWanted = () => {
      // Whoever has something to be shown comes again, and finds the new one.
      const isWaitedFor = this.#askers.size === 0 || [...this.#askers].some((asker) => asker?.aborted !== true);
      // Who asks from now on has it begun anew.
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

/** Where there is something to be shown meanwhile, nobody need be told that the new has to wait. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof DomainError && error.kind === 'unavailable')) throw error;
}
