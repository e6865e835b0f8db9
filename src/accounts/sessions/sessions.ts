import type { Store } from '../../store/database/open';
import { all, change, first } from '../../store/database/sql';
import { dayMilliseconds, now, timestamp } from '../../store/values/dates';
import type { SignInOrigin } from '../sign-ins';
import { hashToken, isWellFormedToken, newToken } from '../token';
import { daysAfter, sessionIdleDays, sessionLifetimeDays } from './lifetimes';
import { sessions as signIns } from './resource';
import { shortenSignIns } from './wrong-clock';

export interface Session {
  readonly session_token: string;
  /** Seconds, unless used before. */
  readonly expires_in: number;
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
      created_at: timestamp(time),
      last_used_at: timestamp(time),
      expires_at: daysAfter(time, sessionLifetimeDays),
    };
    const { db, writer } = this.store;
    return this.store.write(() => {
      change(writer, db.deleteFrom('token_family').where('expires_at', '<', timestamp(time)));
      shortenSignIns(this.store, time);
      this.#end(former);
      const family = first(writer, db.insertInto('token_family').values(signIn).returning('key'));
      const token = {
        id: Bun.randomUUIDv7(),
        user_key: userKey,
        family_key: family?.key as number,
        kind: 'session' as const,
        hash: hashToken(session_token),
        created_at: timestamp(time),
        last_used_at: timestamp(time),
        expires_at: daysAfter(time, sessionIdleDays),
      };
      change(writer, db.insertInto('token').values(token));
      return { session_token, expires_in: sessionIdleDays * (dayMilliseconds / 1000) };
    });
  }

  /** Active sign-ins, most recently used first. */
  list(userKey: number) {
    const time = timestamp(this.time());
    const active = signIns
      .rows(this.store.db)
      .where('token_family.user_key', '=', userKey)
      .where('token_family.revoked_at', 'is', null)
      .where('token_family.expires_at', '>', time)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('token')
            .select('token.key')
            .whereRef('token.family_key', '=', 'token_family.key')
            .where('token.kind', 'in', ['session', 'refresh'])
            .where('token.revoked_at', 'is', null)
            .where('token.spent_at', 'is', null)
            .where('token.expires_at', '>', time),
        ),
      );
    return all(this.store.reader, active.orderBy('token_family.last_used_at', 'desc').orderBy('token_family.key', 'desc'));
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
