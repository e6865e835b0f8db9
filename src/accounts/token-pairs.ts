import type { Context } from '../context';
import type { Store } from '../store/database/open';
import { change, first } from '../store/database/sql';
import { dayMilliseconds, timestamp } from '../store/values/dates';
import { shortenSignIns } from './sessions/wrong-clock';
import type { SignInOrigin } from './sign-ins';
import { accessTokenLifetimeSeconds, hashToken, isWellFormedToken, newToken } from './token';

export interface TokenPair {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** Days without use after which a client must sign in again. */
const refreshTokenIdleDays = 30;

/** Days after which a sign-in ends in any case. */
const familyLifetimeDays = 90;

/** Covers repeated requests after a lost response and concurrent refreshes from two tabs; thieves come later. */
const graceMilliseconds = 10_000;

interface RefreshToken {
  readonly key: number;
  readonly userKey: number;
  readonly familyKey: number;
  readonly familyExpiresAt: string;
  readonly expiresAt: string | null;
  readonly spentAt: string | null;
}

/**
 * Issues and rotates pairs of access and refresh tokens (RFC 6749, section 6; RFC 9700, section 4.14.2). A refresh token works
 * once. Within the grace period, reusing it returns the same successor. Reuse after that, or of an older ancestor, means that a
 * spent token leaked, and ends the whole sign-in.
 */
export class TokenPairs {
  /** Pairs issued within the grace period, by the hash of the spent token. The only place that holds them in plain text. */
  readonly #recent = new Map<string, { readonly pair: TokenPair; readonly until: number }>();

  constructor(
    private readonly store: Store,
    private readonly log: Context['log'],
    private readonly now: () => number = Date.now,
  ) {}

  /** The first pair of a sign-in. */
  issue(userKey: number, { address, userAgent }: SignInOrigin): Promise<TokenPair> {
    const { db, writer } = this.store;
    const now = this.now();
    const expires = now + familyLifetimeDays * dayMilliseconds;
    const signIn = {
      id: Bun.randomUUIDv7(),
      user_key: userKey,
      kind: 'pair' as const,
      address,
      user_agent: userAgent,
      created_at: timestamp(now),
      last_used_at: timestamp(now),
      expires_at: timestamp(expires),
    };
    return this.store.write(() => {
      change(writer, db.deleteFrom('token_family').where('expires_at', '<', timestamp(now)));
      shortenSignIns(this.store, now);
      const family = first(writer, db.insertInto('token_family').values(signIn).returning('key'));
      return this.#addPair(userKey, family?.key as number, null, now, expires);
    });
  }

  /** @returns undefined if the token is invalid or expired */
  async refresh(token: string): Promise<TokenPair | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const hash = hashToken(token);
    return this.store.write(() => {
      const now = this.now();
      const found = this.#find(hash, now);
      if (!found) return undefined;
      if (found.spentAt === null) return this.#spend(hash, found, now);
      return this.#again(hash, found, now);
    });
  }

  /**
   * Ends a sign-in by its refresh token.
   * @returns false for an unknown token or one of another user
   */
  async invalidate(token: string, userKey: number): Promise<boolean> {
    if (!isWellFormedToken(token)) return false;
    return this.store.write(() => {
      const found = this.#find(hashToken(token), this.now());
      if (!found || found.userKey !== userKey) return false;
      this.#endSignIn(found.familyKey, this.now());
      return true;
    });
  }

  #find(hash: string, now: number): RefreshToken | undefined {
    const { db, writer } = this.store;
    const refreshable = db
      .selectFrom('token')
      .innerJoin('token_family', 'token_family.key', 'token.family_key')
      .innerJoin('user', 'user.key', 'token.user_key')
      .where('token.hash', '=', hash)
      .where('token.kind', '=', 'refresh')
      .where('token.revoked_at', 'is', null)
      .where('token.expires_at', '>', timestamp(now))
      .where('token_family.revoked_at', 'is', null)
      .where('token_family.expires_at', '>', timestamp(now))
      .where('user.disabled_at', 'is', null)
      .select(['token.key', 'token.user_key as userKey', 'token_family.key as familyKey'])
      .select(['token_family.expires_at as familyExpiresAt', 'token.expires_at as expiresAt', 'token.spent_at as spentAt']);
    return first(writer, refreshable);
  }

  #markSpent(key: number, now: number): void {
    const { db, writer } = this.store;
    change(writer, db.updateTable('token').set('spent_at', timestamp(now)).where('key', '=', key));
  }

  #endSignIn(family: number, now: number): void {
    const { db, writer } = this.store;
    change(writer, db.updateTable('token_family').set('revoked_at', timestamp(now)).where('key', '=', family));
  }

  #spend(hash: string, spent: RefreshToken, now: number): TokenPair {
    const { db, writer } = this.store;
    const ended = db.deleteFrom('token').where('family_key', '=', spent.familyKey).where('kind', '=', 'access');
    this.#markSpent(spent.key, now);
    change(writer, ended.where('expires_at', '<', timestamp(now)));
    change(writer, db.updateTable('token_family').set('last_used_at', timestamp(now)).where('key', '=', spent.familyKey));
    return this.#succeed(hash, spent, now);
  }

  #succeed(hash: string, spent: RefreshToken, now: number): TokenPair {
    const pair = this.#addPair(spent.userKey, spent.familyKey, spent.key, now, Date.parse(spent.familyExpiresAt));
    this.#remember(hash, pair, now);
    return pair;
  }

  /** Reuse of a spent token: returns its successor again if that is the newest of its family. */
  #again(hash: string, spent: RefreshToken, now: number): TokenPair | undefined {
    // A token spent in the future predates a clock correction and is not recent.
    const isRecent = Math.abs(now - Date.parse(spent.spentAt as string)) <= graceMilliseconds;
    const { db, writer } = this.store;
    const successors = db.selectFrom('token').where('parent_key', '=', spent.key).select(['key', 'spent_at']);
    const successor = isRecent ? first(writer, successors.orderBy('key', 'desc').limit(1)) : undefined;
    if (!successor || successor.spent_at !== null) {
      this.#endSignIn(spent.familyKey, now);
      this.log('refresh token reused, family revoked', { user: spent.userKey, family: spent.familyKey }, 'warn');
      return undefined;
    }
    const remembered = this.#recent.get(hash);
    if (remembered) return remembered.pair;
    // Issued by a process that is gone, so its successor was never delivered: replace it.
    this.#markSpent(successor.key, now);
    return this.#succeed(hash, spent, now);
  }

  #addPair(user: number, family: number, parent: number | null, now: number, familyExpires: number): TokenPair {
    const access_token = newToken('access');
    const refresh_token = newToken('refresh');
    const accessExpires = Math.min(now + accessTokenLifetimeSeconds * 1000, familyExpires);
    const refreshExpires = Math.min(now + refreshTokenIdleDays * dayMilliseconds, familyExpires);
    const common = { user_key: user, family_key: family, created_at: timestamp(now) };
    const access = { id: Bun.randomUUIDv7(), kind: 'access' as const, hash: hashToken(access_token), expires_at: timestamp(accessExpires) };
    const refresh = {
      id: Bun.randomUUIDv7(),
      kind: 'refresh' as const,
      hash: hashToken(refresh_token),
      expires_at: timestamp(refreshExpires),
    };
    const { db, writer } = this.store;
    change(writer, db.insertInto('token').values({ ...common, ...access, parent_key: null }));
    change(writer, db.insertInto('token').values({ ...common, ...refresh, parent_key: parent }));
    return { access_token, expires_in: Math.floor((accessExpires - now) / 1000), refresh_token };
  }

  #remember(hash: string, pair: TokenPair, now: number): void {
    for (const [old, { until }] of this.#recent) {
      if (until >= now && until <= now + graceMilliseconds) break;
      this.#recent.delete(old);
    }
    this.#recent.set(hash, { pair, until: now + graceMilliseconds });
  }
}
