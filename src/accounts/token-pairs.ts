import type { Context } from '../context';
import type { Store } from '../store/database/open';
import { dayMilliseconds, timestamp } from '../store/values/dates';
import { addSignIn } from './sessions/sessions';
import type { SignIn, SignInOrigin } from './sign-ins';
import { accessTokenLifetimeSeconds, hashToken, isWellFormedToken, newToken, type TokenKind } from './token';

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
  ) {}

  /** The first pair of a sign-in. */
  issue(userKey: number, origin: SignInOrigin, spend?: SignIn['spend']): Promise<TokenPair> {
    const now = Date.now();
    return this.store.write(() => {
      spend?.();
      const family = addSignIn(this.store, 'pair', userKey, origin, now, familyLifetimeDays);
      return this.#addPair(userKey, family, null, now, now + familyLifetimeDays * dayMilliseconds);
    });
  }

  /** @returns undefined if the token is invalid or expired */
  async refresh(token: string): Promise<TokenPair | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const hash = hashToken(token);
    return this.store.write(() => {
      const now = Date.now();
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
      const found = this.#find(hashToken(token), Date.now());
      if (!found || found.userKey !== userKey) return false;
      this.#endSignIn(found.familyKey, Date.now());
      return true;
    });
  }

  #find(hash: string, now: number): RefreshToken | undefined {
    return this.store.writer.get<RefreshToken>(
      `SELECT token.key, token.user_key AS userKey, family.key AS familyKey, family.expires_at AS familyExpiresAt, token.spent_at AS spentAt
      FROM token JOIN token_family AS family ON family.key = token.family_key JOIN user ON user.key = token.user_key
      WHERE token.hash = :hash AND token.kind = 'refresh' AND token.revoked_at IS NULL AND token.expires_at > :now
        AND family.revoked_at IS NULL AND family.expires_at > :now AND user.disabled_at IS NULL`,
      { hash, now: timestamp(now) },
    );
  }

  #markSpent(key: number, now: number): void {
    this.store.writer.change('UPDATE token SET spent_at = :now WHERE key = :key', { key, now: timestamp(now) });
  }

  #endSignIn(family: number, now: number): void {
    this.store.writer.change('UPDATE token_family SET revoked_at = :now WHERE key = :family', { family, now: timestamp(now) });
  }

  #spend(hash: string, spent: RefreshToken, now: number): TokenPair {
    const { writer } = this.store;
    const values = { family: spent.familyKey, now: timestamp(now) };
    this.#markSpent(spent.key, now);
    writer.change("DELETE FROM token WHERE family_key = :family AND kind = 'access' AND expires_at < :now", values);
    writer.change('UPDATE token_family SET last_used_at = :now WHERE key = :family', values);
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
    const latest = 'SELECT key, spent_at AS spentAt FROM token WHERE parent_key = :key ORDER BY key DESC LIMIT 1';
    const { key } = spent;
    const successor = isRecent ? this.store.writer.get<Pick<RefreshToken, 'key' | 'spentAt'>>(latest, { key }) : undefined;
    if (!successor || successor.spentAt !== null) {
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
    const add = (kind: TokenKind, token: string, parent_key: number | null, expires: number) => {
      const dates = { created_at: timestamp(now), expires_at: timestamp(expires) };
      const row = { id: Bun.randomUUIDv7(), user_key: user, family_key: family, parent_key, kind, hash: hashToken(token), ...dates };
      this.store.writer.insertRow('token', row);
    };
    add('access', access_token, null, accessExpires);
    add('refresh', refresh_token, parent, refreshExpires);
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
