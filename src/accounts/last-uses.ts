import { sql } from 'kysely';
import type { Store } from '../store/database/open';
import { change } from '../store/database/sql';
import { timestamp } from '../store/values/time';
import { sessionIdleDays } from './sessions/lifetimes';

/** A token that is used, and what is known of its last use: in milliseconds of the epoch, 0 where it has none. */
export interface UsedToken {
  readonly key: number;
  readonly kind: 'api' | 'session';
  readonly lastUsedAt: number;
}

/** How exact the last use of a token is. Writing is dear: it empties what is kept in memory for one state of the database. */
const exactnessMilliseconds: Readonly<Record<UsedToken['kind'], number>> = { api: 60_000, session: 3_600_000 };

/** What was noted is written at most this often. */
const pauseMilliseconds = 60_000;

/** The first uses after a quiet time are written together. */
const gatheringMilliseconds = 1_000;

/** The most tokens whose last use is kept in memory: some 100 bytes each. */
const maximumNoted = 10_000;

const dayMilliseconds = 86_400_000;

/**
 * When API access tokens and sessions were last used; a session's use also moves its end on. A request only notes it;
 * what was noted is written together, at most once a minute for all tokens, and when someone looks. Nobody waits for it:
 * where another program holds the lock, it is tried ever more rarely. What was noted last before a server ends may be lost.
 */
class LastUses {
  /** By the token's key; the time in milliseconds of the epoch. */
  readonly #noted = new Map<number, { readonly kind: UsedToken['kind']; readonly time: number }>();
  #timer: Timer | undefined;
  #writtenAt = 0;
  /** Tries in a row that found the lock taken. */
  #failures = 0;

  constructor(private readonly store: Store) {}

  /** Notes a use. It costs next to nothing, and is done for every request. */
  note({ key, kind, lastUsedAt }: UsedToken, time: number): void {
    // A use in a time to come was noted before the clock was set back; with it a session would end as much later.
    if (Math.abs(time - lastUsedAt) < exactnessMilliseconds[kind]) return;
    if (this.#noted.size < maximumNoted || this.#noted.has(key)) this.#noted.set(key, { kind, time });
    const pause = Math.max(gatheringMilliseconds, this.#writtenAt + pauseMilliseconds - time);
    // Longer than that where the clock was set back.
    this.#timer ??= this.#writeLater(Math.min(pause, pauseMilliseconds));
  }

  /** Writes what was noted, or leaves it for later. */
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

  /** Says whether nothing is left to write. Where it fails otherwise, on a full disk or once closed, nobody misses it. */
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

/** A session ends when it was not used for a while, and at the latest with its sign-in. */
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

/** The last uses of a store's tokens: one account of them for those who note and those who look. */
export function lastUses(store: Store): LastUses {
  const known = ofStores.get(store) ?? new LastUses(store);
  ofStores.set(store, known);
  return known;
}
