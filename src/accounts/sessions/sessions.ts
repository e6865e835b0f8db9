import type { Store } from '../../store/database/open';
import { all, change, first } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/dates';
import type { SignInOrigin } from '../sign-ins';
import { hashToken, isWellFormedToken, newToken } from '../token';
import { dayMilliseconds, daysAfter, sessionIdleDays, sessionLifetimeDays } from './lifetimes';
import { shortenSignIns } from './wrong-clock';

export interface Session {
  readonly session_token: string;
  /** Seconds, unless used before. */
  readonly expires_in: number;
}

/** An active sign-in of a browser or program. */
export interface SignIn {
  readonly key: number;
  readonly id: string;
  readonly kind: 'session' | 'pair';
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Browser sessions, and listing all sign-ins of a user. */
export class Sessions {
  constructor(
    private readonly store: Store,
    private readonly time: () => number = Date.now,
  ) {}

  /** Creates a session. The browser's previous session, of whatever user, ends. */
  issue(userKey: number, { address, userAgent }: SignInOrigin, former = ''): Promise<Session> {
    const time = this.time();
    const session_token = newToken('session');
    const signIn = {
      id: Bun.randomUUIDv7(),
      user_key: userKey,
      kind: 'session' as const,
      address,
      user_agent: userAgent,
      created_at: iso(time),
      last_used_at: iso(time),
      expires_at: daysAfter(time, sessionLifetimeDays),
    };
    const { db, writer } = this.store;
    return this.store.write(() => {
      change(writer, db.deleteFrom('token_family').where('expires_at', '<', iso(time)));
      shortenSignIns(this.store, time);
      this.#end(former);
      const family = first(writer, db.insertInto('token_family').values(signIn).returning('key'));
      const token = {
        id: Bun.randomUUIDv7(),
        user_key: userKey,
        family_key: family?.key as number,
        kind: 'session' as const,
        hash: hashToken(session_token),
        created_at: iso(time),
        last_used_at: iso(time),
        expires_at: daysAfter(time, sessionIdleDays),
      };
      change(writer, db.insertInto('token').values(token));
      return { session_token, expires_in: sessionIdleDays * (dayMilliseconds / 1000) };
    });
  }

  /** Active sign-ins, most recently used first. */
  list(userKey: number): SignIn[] {
    const time = iso(this.time());
    const alive = this.store.db
      .selectFrom('token_family as f')
      .where('f.user_key', '=', userKey)
      .where('f.revoked_at', 'is', null)
      .where('f.expires_at', '>', time)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('token')
            .select('token.key')
            .whereRef('token.family_key', '=', 'f.key')
            .where('token.kind', 'in', ['session', 'refresh'])
            .where('token.revoked_at', 'is', null)
            .where('token.spent_at', 'is', null)
            .where('token.expires_at', '>', time),
        ),
      );
    const columns = [
      'f.key',
      'f.id',
      'f.kind',
      'f.created_at as createdAt',
      'f.last_used_at as lastUsedAt',
      'f.address',
      'f.user_agent as userAgent',
    ] as const;
    return all(this.store.reader, alive.select(columns).orderBy('f.last_used_at', 'desc').orderBy('f.key', 'desc'));
  }

  async endOne(userKey: number, key: number): Promise<void> {
    await this.store.write(() => change(this.store.writer, this.#ending(userKey).where('key', '=', key)));
  }

  async endOthers(userKey: number, key: number | undefined): Promise<void> {
    await this.store.write(() => change(this.store.writer, this.#ending(userKey).where('key', '<>', key ?? 0)));
  }

  #end(token: string): void {
    if (!isWellFormedToken(token)) return;
    const { db, writer } = this.store;
    const family = db.selectFrom('token').select('family_key').where('kind', '=', 'session').where('hash', '=', hashToken(token));
    change(writer, db.updateTable('token_family').set({ revoked_at: now() }).where('revoked_at', 'is', null).where('key', '=', family));
  }

  #ending(userKey: number) {
    const signIns = this.store.db.updateTable('token_family').set({ revoked_at: now() });
    return signIns.where('user_key', '=', userKey).where('revoked_at', 'is', null);
  }
}

const iso = (milliseconds: number): string => timestamp(new Date(milliseconds));
