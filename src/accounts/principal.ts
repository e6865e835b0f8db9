import type { TokenHolder } from '../http/authentication';
import type { Store } from '../store/database/open';
import { RevisionCache } from '../store/database/revision-cache';
import { timestamp } from '../store/values/dates';
import { accessTokenLifetimeSeconds, daysAfter, hashToken, isWellFormedToken, newToken, sessionIdleDays, type TokenKind } from './token';

export const scopes = [
  'catalog:read',
  'catalog:write',
  'collection:read',
  'collection:write',
  'wishlist:read',
  'wishlist:write',
  'feed:read',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

/** Editors may edit the catalog; administrators may also manage users. */
export const roles = ['user', 'editor', 'admin'] as const;

export type UserRole = (typeof roles)[number];

export interface Principal extends TokenHolder {
  readonly userKey: number;
  readonly role: UserRole;
  readonly hasSecondFactor: boolean;
  readonly scopes: ReadonlySet<Scope> | null;
  /** Milliseconds since the epoch; null for an API access token that never expires, and for a sign-in, which is extended by use. */
  readonly expiresAt: number | null;
  /** The API access token; undefined for a sign-in. */
  readonly apiTokenKey: number | undefined;
  /** The sign-in; undefined for an API access token. */
  readonly familyKey: number | undefined;
}

/** @returns undefined for an invalid token */
export type FindPrincipal = (token: string) => Principal | undefined;

/** Cached principals, about 300 bytes each. */
const maximumKnownTokens = 10_000;

/** A principal and what is needed to record the use of its token. */
interface Known {
  readonly principal: Principal;
  readonly used: UsedToken | undefined;
  /** Milliseconds since the epoch; null if it never expires. */
  readonly expiresAt: number | null;
  /** In milliseconds. A token with more time left was issued while the clock was ahead and is looked up again. */
  readonly longest: number;
}

/**
 * Finds the principal of a token; undefined for unknown, expired and revoked tokens and disabled users. Results are cached until
 * the database changes.
 */
export function principalFinder(store: Store): (token: string) => Principal | undefined {
  const known = new RevisionCache<Known>(store, maximumKnownTokens);
  const uses = lastUses(store);
  // Each request asks twice, for its budget and its rights: the second time hits this.
  let last = { token: '', hash: '' };
  return (token) => {
    if (token !== last.token) {
      if (!isWellFormedToken(token)) return undefined;
      last = { token, hash: hashToken(token) };
    }
    const { hash } = last;
    const guest = guestOf(hash);
    if (guest) return guest;
    const found = known.find(hash, () => knownOf(store.reader.get<TokenRow>(goodTokenByHash, { hash })));
    if (!found) return undefined;
    const { principal, used, expiresAt, longest } = found;
    const time = Date.now();
    if (expiresAt !== null && (expiresAt <= time || expiresAt > time + longest)) return undefined;
    if (used) uses.note(used, time);
    return principal;
  };
}

const goodTokenByHash = `
  SELECT token.key, token.kind, token.family_key AS familyKey, token.user_key AS userKey, user.id AS userId, user.role,
    EXISTS (SELECT 1 FROM credential WHERE user_key = user.key AND kind = 'app') AS hasSecondFactor, token.scopes, token.expires_at, token.last_used_at
  FROM token
  JOIN user ON user.key = token.user_key
  LEFT JOIN token_family ON token_family.key = token.family_key
  WHERE token.hash = :hash AND token.kind IN ('api', 'access', 'session') AND token.revoked_at IS NULL
    AND user.disabled_at IS NULL AND token_family.revoked_at IS NULL`;

interface TokenRow extends Pick<Principal, 'userKey' | 'userId' | 'role'> {
  readonly key: number;
  readonly hasSecondFactor: 0 | 1;
  readonly kind: TokenKind;
  readonly familyKey: number | null;
  /** A JSON array. */
  readonly scopes: string | null;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

function knownOf(row: TokenRow | undefined): Known | undefined {
  if (!row) return undefined;
  const { key, kind, familyKey, userKey, userId, role, hasSecondFactor, scopes, expires_at, last_used_at } = row;
  const expiresAt = expires_at === null ? null : Date.parse(expires_at);
  const principal = {
    userKey,
    userId,
    role,
    hasSecondFactor: hasSecondFactor === 1,
    scopes: scopes === null ? null : new Set<Scope>(JSON.parse(scopes)),
    expiresAt: kind === 'api' ? expiresAt : null,
    apiTokenKey: kind === 'api' ? key : undefined,
    familyKey: familyKey ?? undefined,
  };
  const lastUsedAt = last_used_at === null ? 0 : Date.parse(last_used_at);
  // Allows for small clock corrections.
  const longest = kind === 'access' ? 2 * accessTokenLifetimeSeconds * 1000 : Number.POSITIVE_INFINITY;
  return { principal, used: kind === 'api' || kind === 'session' ? { key, kind, lastUsedAt } : undefined, expiresAt, longest };
}

/** The principal without a user: may read the catalog. */
const guest: Principal = {
  userKey: -1,
  userId: '',
  role: 'user',
  hasSecondFactor: false,
  scopes: new Set(['catalog:read'] as const),
  expiresAt: null,
  apiTokenKey: undefined,
  familyKey: undefined,
};

let guestSecret: { readonly token: string; readonly hash: string } | undefined;

/** The token that the website uses for visitors of a public catalog. Random, created on first use, never leaves the process. */
export function guestToken(): string {
  if (!guestSecret) {
    const token = newToken('access');
    guestSecret = { token, hash: hashToken(token) };
  }
  return guestSecret.token;
}

const guestOf = (hash: string): Principal | undefined => (hash === guestSecret?.hash ? guest : undefined);

export const isGuest = ({ userId }: Principal): boolean => userId === guest.userId;

/** Whether a token reads feeds and nothing else. Such tokens stand in addresses, which others may see. */
export const isOfFeeds = ({ scopes }: Principal): boolean => scopes?.size === 1 && scopes.has('feed:read');

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
      return true;
    }
  }
}

const writeUse = ({ writer }: Store, key: number, time: number): void =>
  void writer.change('UPDATE token SET last_used_at = :time WHERE key = :key', { key, time: timestamp(time) });

/** A session ends after a period without use, and at the latest with its sign-in. */
function moveSessionOn({ writer }: Store, key: number, time: number): void {
  const used = { key, time: timestamp(time) };
  writer.change(
    `UPDATE token SET last_used_at = :time, expires_at = min(:idle, token_family.expires_at)
    FROM token_family WHERE token_family.key = token.family_key AND token.key = :key`,
    { ...used, idle: daysAfter(time, sessionIdleDays) },
  );
  writer.change('UPDATE token_family SET last_used_at = :time WHERE key = (SELECT family_key FROM token WHERE key = :key)', used);
}

const ofStores = new WeakMap<Store, LastUses>();

/** The tracker of a store, shared by all who record and read. */
export const lastUses = (store: Store): LastUses => ofStores.getOrInsertComputed(store, () => new LastUses(store));
