import type { Database } from 'bun:sqlite';
import type { Store } from '../../store/database/open';
import { change, first } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/dates';
import { hashToken } from '../token';

type CodeKind = 'invitation' | 'password_reset';

/** An invitation may wait for a week. Whoever lost a password is waiting for the code. */
const lifetimeHours: Readonly<Record<CodeKind, number>> = { invitation: 7 * 24, password_reset: 24 };

/** The only place where the code is in plain text. */
export interface NewCode {
  readonly id: string;
  readonly code: string;
  readonly expiresAt: string;
}

export interface CodeOrder {
  readonly makerKey: number;
  readonly userKey?: number;
  readonly note?: string | null;
}

/** 128 random bits. */
export const randomCode = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();

/**
 * One-time codes issued by administrators. They expire, and become invalid when their creator is no longer an active
 * administrator. The database stores hashes only.
 */
export class OneTimeCodes {
  constructor(private readonly store: Store) {}

  /** Creates a code inside the caller's transaction. Earlier password reset codes of the user become invalid. */
  make(kind: CodeKind, { makerKey, userKey, note = null }: CodeOrder): NewCode {
    const { db, writer } = this.store;
    change(writer, db.deleteFrom('one_time_code').where('expires_at', '<=', now()));
    if (userKey !== undefined) change(writer, db.deleteFrom('one_time_code').where('user_key', '=', userKey));
    const code = randomCode();
    const id = Bun.randomUUIDv7();
    const expiresAt = timestamp(Date.now() + lifetimeHours[kind] * 3_600_000);
    const common = { id, kind, hash: hashToken(code), user_key: userKey, maker_key: makerKey, note };
    change(writer, db.insertInto('one_time_code').values({ ...common, created_at: now(), expires_at: expiresAt }));
    return { id, code, expiresAt };
  }

  /** A read-only check: {@link spend} checks again. */
  isGood(kind: CodeKind, code: string): boolean {
    return this.#find(this.store.reader, kind, code) !== undefined;
  }

  /**
   * Spends a code inside the caller's transaction.
   * @returns the key of the user whose password it resets, null for an invitation, undefined if invalid
   */
  spend(kind: CodeKind, code: string): number | null | undefined {
    const { db, writer } = this.store;
    const found = this.#find(writer, kind, code);
    if (found) change(writer, db.deleteFrom('one_time_code').where('key', '=', found.key));
    return found?.userKey;
  }

  /** @returns whether it existed */
  async withdraw(id: string): Promise<boolean> {
    const { db, writer, write } = this.store;
    return write(() => change(writer, db.deleteFrom('one_time_code').where('kind', '=', 'invitation').where('id', '=', id)) > 0);
  }

  #find(connection: Database, kind: CodeKind, code: string): { key: number; userKey: number | null } | undefined {
    const good = this.store.db
      .selectFrom('one_time_code as c')
      .innerJoin('user as maker', 'maker.key', 'c.maker_key')
      .leftJoin('user as owner', 'owner.key', 'c.user_key')
      .where('c.hash', '=', hashToken(code))
      .where('c.kind', '=', kind)
      .where('c.expires_at', '>', now())
      // Excludes codes issued while the clock was ahead, which would live too long.
      .where('c.expires_at', '<=', timestamp(Date.now() + 2 * lifetimeHours[kind] * 3_600_000))
      .where('maker.role', '=', 'admin')
      .where('maker.disabled_at', 'is', null)
      .where('owner.disabled_at', 'is', null);
    return first(connection, good.select(['c.key', 'c.user_key as userKey']));
  }
}
