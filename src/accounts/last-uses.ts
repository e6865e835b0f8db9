import type { Store } from '../database/open';
import { timestamp } from '../database/time';
import { change } from './queries';

/** How exact the last use of a token is. Writing is dear: it empties what is kept in memory for one state of the database. */
const exactnessMilliseconds = 60_000;

/** The first uses after a quiet time are written together. */
const gatheringMilliseconds = 1_000;

/** The most tokens whose last use is kept in memory: some 100 bytes each. */
const maximumNoted = 10_000;

/**
 * When API access tokens were last used. A request only notes it; what was noted is written together, at most once a
 * minute for all tokens, and when someone looks. Nobody waits for it: where another program holds the lock, it is tried
 * ever more rarely. What was noted last before a server ends may be lost.
 */
class LastUses {
  /** By the token's key, in milliseconds of the epoch. */
  readonly #written = new Map<number, number>();
  readonly #noted = new Map<number, number>();
  #timer: Timer | undefined;
  #writtenAt = 0;
  /** Tries in a row that found the lock taken. */
  #failures = 0;

  constructor(private readonly store: Store) {}

  /** Notes a use. It costs next to nothing, and is done for every request. */
  note(key: number, time: number): void {
    if (time - (this.#written.get(key) ?? 0) < exactnessMilliseconds) return;
    if (this.#noted.size < maximumNoted || this.#noted.has(key)) this.#noted.set(key, time);
    this.#timer ??= this.#writeLater(Math.max(gatheringMilliseconds, this.#writtenAt + exactnessMilliseconds - time));
  }

  /** Writes what was noted, or leaves it for later. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#noted.size === 0) return;
    if (!this.#tryToWrite()) {
      this.#timer = this.#writeLater(Math.min(gatheringMilliseconds * 2 ** ++this.#failures, exactnessMilliseconds));
      return;
    }
    this.#failures = 0;
    this.#writtenAt = Date.now();
    if (this.#written.size + this.#noted.size > maximumNoted) this.#written.clear();
    for (const [key, time] of this.#noted) this.#written.set(key, time);
    this.#noted.clear();
  }

  #writeLater(milliseconds: number): Timer {
    const timer = setTimeout(() => this.write(), milliseconds);
    timer.unref();
    return timer;
  }

  /** Says whether nothing is left to write. Where it fails otherwise, on a full disk or once closed, nobody misses it. */
  #tryToWrite(): boolean {
    const { store } = this;
    try {
      return store.tryWrite(() => {
        for (const [key, time] of this.#noted) {
          const use = store.db.updateTable('token').set({ last_used_at: timestamp(new Date(time)) });
          change(store.writer, use.where('key', '=', key));
        }
      });
    } catch {
      this.#noted.clear();
      return true;
    }
  }
}

const ofStores = new WeakMap<Store, LastUses>();

/** The last uses of a store's tokens: one account of them for those who note and those who look. */
export function lastUses(store: Store): LastUses {
  const known = ofStores.get(store) ?? new LastUses(store);
  ofStores.set(store, known);
  return known;
}
