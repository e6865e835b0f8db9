import type { Database } from 'bun:sqlite';
import type { Store } from '../../store/database/open';
import { all, change, first } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/time';
import { hashToken } from '../token';

/** What a code is good for, once: an account, or another password for one. */
type CodeKind = 'invitation' | 'password_reset';

/** Whoever is invited reads the letter within a week; whoever has lost a password waits for the code. */
const lifetimeHours: Readonly<Record<CodeKind, number>> = { invitation: 7 * 24, password_reset: 24 };

/** A new code, which is in the clear here and nowhere else. */
export interface NewCode {
  readonly id: string;
  readonly code: string;
  readonly expiresAt: string;
}

/** Who makes a code, and what it is for. */
export interface CodeOrder {
  readonly makerKey: number;
  readonly userKey?: number;
  readonly note?: string | null;
}

/** A code as it is written down: 128 random bits. */
export const randomCode = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();

/**
 * Codes that administrators hand out. Each is good once, for its time, and as long as its maker is an administrator who is
 * let in. The database keeps their hashes.
 */
export class OneTimeCodes {
  constructor(private readonly store: Store) {}

  /** Makes a code; a user's former one for another password is void with it. In a transaction of the caller's. */
  make(kind: CodeKind, { makerKey, userKey, note = null }: CodeOrder): NewCode {
    const { db, writer } = this.store;
    change(writer, db.deleteFrom('one_time_code').where('expires_at', '<=', now()));
    if (userKey !== undefined) change(writer, db.deleteFrom('one_time_code').where('user_key', '=', userKey));
    const code = randomCode();
    const id = Bun.randomUUIDv7();
    const expiresAt = timestamp(new Date(Date.now() + lifetimeHours[kind] * 3_600_000));
    const common = { id, kind, hash: hashToken(code), user_key: userKey, maker_key: makerKey, note };
    change(writer, db.insertInto('one_time_code').values({ ...common, created_at: now(), expires_at: expiresAt }));
    return { id, code, expiresAt };
  }

  /** Whether a code is good; as it is read, not as it is written: what spends it looks again. */
  isGood(kind: CodeKind, code: string): boolean {
    return this.#find(this.store.reader, kind, code) !== undefined;
  }

  /** Spends a code: says whose password it sets, `null` for an invitation, and `undefined` where it is not good. In a transaction of the caller's. */
  spend(kind: CodeKind, code: string): number | null | undefined {
    const { db, writer } = this.store;
    const found = this.#find(writer, kind, code);
    if (found) change(writer, db.deleteFrom('one_time_code').where('key', '=', found.key));
    return found?.userKey;
  }

  /** The keys of the invitations that are open, the newest first. */
  openInvitations(): { key: number }[] {
    const { db, reader } = this.store;
    const open = db.selectFrom('one_time_code').select('key').where('kind', '=', 'invitation').where('expires_at', '>', now());
    return all(reader, open.orderBy('created_at', 'desc').orderBy('key', 'desc'));
  }

  /** Takes an invitation back; says whether it was there. */
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
      // One that was made while the clock was ahead would be good until that time.
      .where('c.expires_at', '<=', timestamp(new Date(Date.now() + 2 * lifetimeHours[kind] * 3_600_000)))
      .where('maker.role', '=', 'admin')
      .where('maker.disabled_at', 'is', null)
      .where('owner.disabled_at', 'is', null);
    return first(connection, good.select(['c.key', 'c.user_key as userKey']));
  }
}
