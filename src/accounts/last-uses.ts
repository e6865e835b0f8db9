import { sql } from 'kysely';
import type { Store } from '../store/database/open';
import { change } from '../store/database/sql';
import { timestamp } from '../store/values/time';
import { sessionIdleDays } from './sessions/lifetimes';

/** A token with its last use in milliseconds since the epoch, 0 if never used. */
export interface UsedToken {
  readonly key: number;
  readonly kind: 'api' | 'session';
  readonly lastUsedAt: number;
}

/** Precision of the last use. Every write invalidates the caches of a database state. */
const exactnessMilliseconds: Readonly<Record<UsedToken['kind'], number>> = { api: 60_000, session: 3_600_000 };

/** Minimum interval between writes. */
const pauseMilliseconds = 60_000;

/** Collects the first uses after a quiet period. */
const gatheringMilliseconds = 1_000;

/** Tokens whose last use is kept in memory, about 100 bytes each. */
const maximumNoted = 10_000;

const dayMilliseconds = 86_400_000;

/**
 * Tracks when API access tokens and sessions were last used; using a session also extends it. Requests only record uses in
 * memory. They are written together, at most once a minute and whenever someone reads them. A locked database is retried with
 * backoff. Uses recorded just before a crash may be lost.
 */
class LastUses {
  /** Milliseconds since the epoch, by token key. */
  readonly #noted = new Map<number, { readonly kind: UsedToken['kind']; readonly time: number }>();
  #timer: Timer | undefined;
  #writtenAt = 0;
  /** Consecutive attempts that found the database locked. */
  #failures = 0;

  constructor(private readonly store: Store) {}

  /** Cheap: called on every request. */
  note({ key, kind, lastUsedAt }: UsedToken, time: number): void {
    // A last use in the future predates a clock correction and would extend a session.
    if (Math.abs(time - lastUsedAt) < exactnessMilliseconds[kind]) return;
    if (this.#noted.size < maximumNoted || this.#noted.has(key)) this.#noted.set(key, { kind, time });
    const pause = Math.max(gatheringMilliseconds, this.#writtenAt + pauseMilliseconds - time);
    // Guards against a corrected clock.
    this.#timer ??= this.#writeLater(Math.min(pause, pauseMilliseconds));
  }

  /** Writes what was recorded, or schedules it. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#noted.size === 0) return;
    if (!this.#tryToWrite()) {
      this.#timer = this.#writeLater(Math.min(gatheringMilliseconds * 2 ** ++this.#failures, pauseMilliseconds));
      return;
    }
    this.#failures = 0;
    this.#writtenAt = Date.now();
    this.#noted.clear();
  }

  #writeLater(milliseconds: number): Timer {
    const timer = setTimeout(() => this.write(), milliseconds);
    timer.unref();
    return timer;
  }

  /** @returns whether nothing is left to write. Errors such as a full disk are ignored: no one depends on these times. */
  #tryToWrite(): boolean {
    try {
      return this.store.tryWrite(() => {
        for (const [key, { kind, time }] of this.#noted) {
          if (kind === 'session') moveSessionOn(this.store, key, time);
          else writeUse(this.store, key, time);
        }
      });
    } catch {
      this.#noted.clear();
      return true;
    }
  }
}

function writeUse({ db, writer }: Store, key: number, time: number): void {
  change(
    writer,
    db
      .updateTable('token')
      .set({ last_used_at: iso(time) })
      .where('key', '=', key),
  );
}

/** A session ends after a period without use, and at the latest with its sign-in. */
function moveSessionOn({ db, writer }: Store, key: number, time: number): void {
  const used = db
    .updateTable('token')
    .from('token_family')
    .whereRef('token_family.key', '=', 'token.family_key')
    .where('token.key', '=', key)
    .set({ last_used_at: iso(time), expires_at: sql`min(${iso(time + sessionIdleDays * dayMilliseconds)}, token_family.expires_at)` });
  change(writer, used);
  const signIn = db.selectFrom('token').select('family_key').where('key', '=', key);
  change(
    writer,
    db
      .updateTable('token_family')
      .set({ last_used_at: iso(time) })
      .where('key', '=', signIn),
  );
}

const iso = (milliseconds: number): string => timestamp(new Date(milliseconds));

const ofStores = new WeakMap<Store, LastUses>();

/** The tracker of a store, shared by all who record and read. */
export function lastUses(store: Store): LastUses {
  const known = ofStores.get(store) ?? new LastUses(store);
  ofStores.set(store, known);
  return known;
}
