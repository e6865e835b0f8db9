import type { Store } from '../../store/database/open';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import { recordRows } from '../documents';
import type { SignIn, SignInOrigin } from '../sign-ins';
import { hashToken, isWellFormedToken, newToken } from '../token';
import { daysAfter, sessionIdleDays, sessionLifetimeDays, shortenSignIns } from './lifetimes';
import { sessions as signIns } from './resource';

export interface Session {
  readonly session_token: string;
  /** Seconds, unless used before. */
  readonly expires_in: number;
}

const isActive = `token_family.user_key = :userKey AND token_family.revoked_at IS NULL AND token_family.expires_at > :time AND EXISTS (
  SELECT 1 FROM token WHERE token.family_key = token_family.key AND token.kind IN ('session', 'refresh')
    AND token.revoked_at IS NULL AND token.spent_at IS NULL AND token.expires_at > :time)`;

interface ActiveSignIn extends Record<string, unknown> {
  readonly key: number;
  readonly _id: string;
  readonly user_agent: string | null;
}

/** Browser sessions, and listing all sign-ins of a user. */
export class Sessions {
  constructor(
    private readonly store: Store,
    private readonly time: () => number = Date.now,
  ) {}

  /**
   * Creates a session. The browser's previous session, of whatever user, ends.
   * @param days after which it ends in any case
   * @param most sessions of a browser at an address; the others of the user there end
   */
  issue(
    userKey: number,
    { address, userAgent }: SignInOrigin,
    former = '',
    { spend, days = sessionLifetimeDays, most = -1 }: { spend?: SignIn['spend']; days?: number; most?: number } = {},
  ): Promise<Session> {
    const time = this.time();
    const idleDays = Math.min(days, sessionIdleDays);
    const session_token = newToken('session');
    const signIn = {
      id: Bun.randomUUIDv7(),
      user_key: userKey,
      kind: 'session',
      address,
      user_agent: userAgent,
      created_at: timestamp(time),
      last_used_at: timestamp(time),
      expires_at: daysAfter(time, days),
    };
    const { writer } = this.store;
    return this.store.write(() => {
      spend?.();
      writer.change('DELETE FROM token_family WHERE expires_at < :time', { time: timestamp(time) });
      shortenSignIns(this.store, time);
      this.#end(former);
      const token = {
        id: Bun.randomUUIDv7(),
        user_key: userKey,
        family_key: writer.insertRow('token_family', signIn),
        kind: 'session',
        hash: hashToken(session_token),
        created_at: timestamp(time),
        last_used_at: timestamp(time),
        expires_at: daysAfter(time, idleDays),
      };
      writer.insertRow('token', token);
      if (most >= 0) writer.change(superfluous, { userKey, address, userAgent, most });
      return { session_token, expires_in: idleDays * (dayMilliseconds / 1000) };
    });
  }

  /** Active sign-ins, most recently used first. */
  list(userKey: number): ActiveSignIn[] {
    const values = { userKey, time: timestamp(this.time()) };
    return recordRows<ActiveSignIn>(this.store, signIns, isActive, values, 'token_family.last_used_at DESC, token_family.key DESC');
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
  SELECT key FROM token_family WHERE user_key = :userKey AND kind = 'session' AND address = :address AND user_agent IS :userAgent
  ORDER BY key DESC LIMIT -1 OFFSET :most)`;
