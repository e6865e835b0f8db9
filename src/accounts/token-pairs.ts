import type { Compilable } from 'kysely';
import type { Context } from '../context';
import type { Store } from '../store/database/open';
import { type Parameter, prepare, type Statement, type Values } from '../store/database/sql';
import { timestamp } from '../store/values/dates';
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

const dayMilliseconds = 86_400_000;

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
  readonly #statements: Statements;
  /** Pairs issued within the grace period, by the hash of the spent token. The only place that holds them in plain text. */
  readonly #recent = new Map<string, { readonly pair: TokenPair; readonly until: number }>();

  constructor(
    private readonly store: Store,
    private readonly log: Context['log'],
    private readonly now: () => number = Date.now,
  ) {
    this.#statements = statementsOf(store);
  }

  /** The first pair of a sign-in. */
  issue(userKey: number, { address, userAgent }: SignInOrigin): Promise<TokenPair> {
    const now = this.now();
    const expires = now + familyLifetimeDays * dayMilliseconds;
    return this.store.write(() => {
      this.#statements.dropFamilies.run({ now: iso(now) });
      shortenSignIns(this.store, now);
      const family = this.#statements.addFamily.get({
        id: Bun.randomUUIDv7(),
        user: userKey,
        address,
        agent: userAgent,
        now: iso(now),
        expires: iso(expires),
      });
      return this.#addPair(userKey, family?.key as number, null, now, expires);
    });
  }

  /** @returns undefined if the token is invalid or expired */
  async refresh(token: string): Promise<TokenPair | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const hash = hashToken(token);
    return this.store.write(() => {
      const now = this.now();
      const found = this.#statements.find.get({ hash, now: iso(now) });
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
      const found = this.#statements.find.get({ hash: hashToken(token), now: iso(this.now()) });
      if (!found || found.userKey !== userKey) return false;
      this.#statements.revokeFamily.run({ family: found.familyKey, now: iso(this.now()) });
      return true;
    });
  }

  #spend(hash: string, spent: RefreshToken, now: number): TokenPair {
    this.#statements.spend.run({ key: spent.key, now: iso(now) });
    this.#statements.dropAccess.run({ family: spent.familyKey, now: iso(now) });
    this.#statements.use.run({ family: spent.familyKey, now: iso(now) });
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
    const successor = isRecent ? this.#statements.successor.get({ parent: spent.key }) : undefined;
    if (!successor || successor.spent_at !== null) {
      this.#statements.revokeFamily.run({ family: spent.familyKey, now: iso(now) });
      this.log('refresh token reused, family revoked', { user: spent.userKey, family: spent.familyKey }, 'warn');
      return undefined;
    }
    const remembered = this.#recent.get(hash);
    if (remembered) return remembered.pair;
    // Issued by a process that is gone, so its successor was never delivered: replace it.
    this.#statements.spend.run({ key: successor.key, now: iso(now) });
    return this.#succeed(hash, spent, now);
  }

  #addPair(user: number, family: number, parent: number | null, now: number, familyExpires: number): TokenPair {
    const access_token = newToken('access');
    const refresh_token = newToken('refresh');
    const accessExpires = Math.min(now + accessTokenLifetimeSeconds * 1000, familyExpires);
    const refreshExpires = Math.min(now + refreshTokenIdleDays * dayMilliseconds, familyExpires);
    const common = { user, family, now: iso(now) };
    const { add } = this.#statements;
    add.run({
      ...common,
      id: Bun.randomUUIDv7(),
      kind: 'access',
      hash: hashToken(access_token),
      parent: null,
      expires: iso(accessExpires),
    });
    add.run({ ...common, id: Bun.randomUUIDv7(), kind: 'refresh', hash: hashToken(refresh_token), parent, expires: iso(refreshExpires) });
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

const iso = (milliseconds: number): string => timestamp(new Date(milliseconds));

type Statements = ReturnType<typeof statementsOf>;

/** Prepared on first use: a server that only reads never opens the database for writing. */
function statementsOf(store: Store) {
  const lazily =
    <P extends Values>() =>
    <O>(build: (parameter: Parameter<P>) => Compilable<O>) => {
      let statement: Statement<O, P> | undefined;
      const ready = () => {
        statement ??= prepare<P>()(store.writer, build);
        return statement;
      };
      return { get: (values: P) => ready().get(values), run: (values: P) => ready().run(values) };
    };
  const { db } = store;
  return {
    addFamily: lazily<{ id: string; user: number; address: string; agent: string | null; now: string; expires: string }>()((p) =>
      db
        .insertInto('token_family')
        .values({
          id: p('id'),
          user_key: p('user'),
          kind: 'pair',
          address: p('address'),
          user_agent: p('agent'),
          created_at: p('now'),
          last_used_at: p('now'),
          expires_at: p('expires'),
        })
        .returning('key'),
    ),
    add: lazily<{
      id: string;
      user: number;
      family: number;
      parent: number | null;
      kind: 'access' | 'refresh';
      hash: string;
      now: string;
      expires: string;
    }>()((p) =>
      db.insertInto('token').values({
        id: p('id'),
        user_key: p('user'),
        family_key: p('family'),
        parent_key: p('parent'),
        kind: p('kind'),
        hash: p('hash'),
        created_at: p('now'),
        expires_at: p('expires'),
      }),
    ),
    find: lazily<{ hash: string; now: string }>()((p) =>
      db
        .selectFrom('token')
        .innerJoin('token_family', 'token_family.key', 'token.family_key')
        .innerJoin('user', 'user.key', 'token.user_key')
        .where('token.hash', '=', p('hash'))
        .where('token.kind', '=', 'refresh')
        .where('token.revoked_at', 'is', null)
        .where('token.expires_at', '>', p('now'))
        .where('token_family.revoked_at', 'is', null)
        .where('token_family.expires_at', '>', p('now'))
        .where('user.disabled_at', 'is', null)
        .select([
          'token.key',
          'token.user_key as userKey',
          'token_family.key as familyKey',
          'token_family.expires_at as familyExpiresAt',
          'token.expires_at as expiresAt',
          'token.spent_at as spentAt',
        ]),
    ),
    dropFamilies: lazily<{ now: string }>()((p) => db.deleteFrom('token_family').where('expires_at', '<', p('now'))),
    dropAccess: lazily<{ family: number; now: string }>()((p) =>
      db.deleteFrom('token').where('family_key', '=', p('family')).where('kind', '=', 'access').where('expires_at', '<', p('now')),
    ),
    successor: lazily<{ parent: number }>()((p) =>
      db.selectFrom('token').where('parent_key', '=', p('parent')).select(['key', 'spent_at']).orderBy('key', 'desc').limit(1),
    ),
    spend: lazily<{ key: number; now: string }>()((p) =>
      db
        .updateTable('token')
        .set({ spent_at: p('now') })
        .where('key', '=', p('key')),
    ),
    use: lazily<{ family: number; now: string }>()((p) =>
      db
        .updateTable('token_family')
        .set({ last_used_at: p('now') })
        .where('key', '=', p('family')),
    ),
    revokeFamily: lazily<{ family: number; now: string }>()((p) =>
      db
        .updateTable('token_family')
        .set({ revoked_at: p('now') })
        .where('key', '=', p('family')),
    ),
  };
}
