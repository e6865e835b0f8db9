import { Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import { defineResource } from '../../api/schema/registry';
import { moment } from '../../api/schema/schemas';
import type { Store } from '../../store/database/open';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import { recordRows } from '../documents';
import type { SignIn, SignInOrigin } from '../sign-ins';
import { daysAfter, hashToken, isWellFormedToken, newToken, sessionIdleDays, sessionLifetimeDays, shortenSignIns } from '../token';

export interface Session {
  readonly session_token: string;
  /** Seconds, unless used before. */
  readonly expires_in: number;
}

/** No token outlives its sign-in, and the last one ends last. */
const isActive = `token_family.user_key = :userKey AND token_family.revoked_at IS NULL
  AND EXISTS (SELECT 1 FROM token WHERE token.family_key = token_family.key AND token.expires_at > :time)`;

interface ActiveSignIn extends Record<string, unknown> {
  readonly key: number;
  readonly _id: string;
  readonly user_agent: string | null;
}

/** Adds a sign-in, inside the caller's transaction, and removes those that are over. @returns its key */
export function addSignIn(
  store: Store,
  kind: 'session' | 'pair',
  userKey: number,
  { address, userAgent }: SignInOrigin,
  time: number,
  days: number,
): number {
  const moment = timestamp(time);
  store.writer.change('DELETE FROM token_family WHERE expires_at < :moment', { moment });
  shortenSignIns(store, time);
  const times = { created_at: moment, last_used_at: moment, expires_at: daysAfter(time, days) };
  return store.writer.insertRow('token_family', {
    id: Bun.randomUUIDv7(),
    user_key: userKey,
    kind,
    address,
    user_agent: userAgent,
    ...times,
  });
}

/** Browser sessions, and listing all sign-ins of a user. */
export class Sessions {
  constructor(private readonly store: Store) {}

  /**
   * Creates a session. The browser's previous session, of any user, ends.
   * @param days after which it ends in any case
   * @param most sessions of the user at the address; the others there end
   */
  issue(
    userKey: number,
    origin: SignInOrigin,
    former = '',
    { spend, days = sessionLifetimeDays, most = -1 }: { spend?: SignIn['spend']; days?: number; most?: number } = {},
  ): Promise<Session> {
    const time = Date.now();
    const idleDays = Math.min(days, sessionIdleDays);
    const session_token = newToken('session');
    const { writer } = this.store;
    return this.store.write(() => {
      spend?.();
      this.#end(former);
      const token = {
        id: Bun.randomUUIDv7(),
        user_key: userKey,
        family_key: addSignIn(this.store, 'session', userKey, origin, time, days),
        kind: 'session',
        hash: hashToken(session_token),
        created_at: timestamp(time),
        last_used_at: timestamp(time),
        expires_at: daysAfter(time, idleDays),
      };
      writer.insertRow('token', token);
      if (most >= 0) writer.change(superfluous, { userKey, address: origin.address, most });
      return { session_token, expires_in: idleDays * (dayMilliseconds / 1000) };
    });
  }

  /** Active sign-ins, most recently used first. */
  list(userKey: number): ActiveSignIn[] {
    const values = { userKey, time: now() };
    return recordRows<ActiveSignIn>(this.store, sessions, isActive, values, 'token_family.last_used_at DESC, token_family.key DESC');
  }

  async endOne(userKey: number, key: number): Promise<void> {
    await this.store.write(() =>
      this.store.writer.change(`${ending} AND user_key = :userKey AND key = :key`, { now: now(), userKey, key }),
    );
  }

  async endOthers(userKey: number, key = 0): Promise<void> {
    await this.store.write(() =>
      this.store.writer.change(`${ending} AND user_key = :userKey AND key <> :key`, { now: now(), userKey, key }),
    );
  }

  #end(token: string): void {
    if (!isWellFormedToken(token)) return;
    const family = "SELECT family_key FROM token WHERE kind = 'session' AND hash = :hash";
    this.store.writer.change(`${ending} AND key = (${family})`, { now: now(), hash: hashToken(token) });
  }
}

const ending = 'UPDATE token_family SET revoked_at = :now WHERE revoked_at IS NULL';

const superfluous = `DELETE FROM token_family WHERE key IN (
  SELECT key FROM token_family WHERE user_key = :userKey AND kind = 'session' AND address = :address
  ORDER BY key DESC LIMIT -1 OFFSET :most)`;

/** In a path, the sign-in of the request's token. */
export const currentSession = 'current';

/** A sign-in of a browser or program. */
export const sessions = defineResource({
  type: 'Session',
  table: 'token_family',
  path: '/api/users/:userId/sessions',
  noun: 'sign-in',
  nouns: 'sign-ins',
  description: 'An active sign-in with its tokens.',
  within: { ancestors: [{ parameter: 'userId', table: 'user' }], column: 'user_key' },
  attributes: t.Object({
    kind: t.Union([t.Literal('session'), t.Literal('pair')], { description: 'A browser, or a program with a token pair' }),
    created_at: moment(),
    last_used_at: t.Union([moment(), t.Null()], {
      description: 'For a browser to the hour, for a program its last token refresh; null if unknown',
    }),
    address: t.Union([t.String(), t.Null()], { description: 'Client address; the /64 of an IPv6 address' }),
    user_agent: t.Union([t.String(), t.Null()], { description: 'User-Agent header, up to 255 characters' }),
    browser: t.Union([t.String(), t.Null()], { description: 'Readable form of the user agent' }),
    is_current: t.Boolean({ description: 'Whether this request uses it' }),
  }),
  rows: (db) =>
    db
      .selectFrom('token_family')
      .innerJoin('user', 'user.key', 'token_family.user_key')
      .select(['token_family.key', 'token_family.id as _id', 'user.id as userId'])
      .select(['token_family.kind', 'token_family.created_at', 'token_family.last_used_at', 'token_family.address'])
      .select(['token_family.user_agent', 'token_family.user_agent as browser', sql<0 | 1>`0`.as('is_current')]),
  example: {
    kind: 'session',
    created_at: '2026-01-15T09:30:00.000+00:00',
    last_used_at: '2026-01-16T20:12:00.000+00:00',
    address: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    browser: 'Firefox on Linux',
    is_current: true,
  },
});
