import type { Connection } from '../../store/database/connection';
import type { Store } from '../../store/database/open';
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
 * One-time codes issued by administrators, and those mailed to a user on request. They expire, and become invalid when their
 * creator is no longer an active administrator. The database stores hashes only.
 */
export class OneTimeCodes {
  constructor(private readonly store: Store) {}

  /** Creates a code inside the caller's transaction. Earlier password reset codes of the user become invalid. */
  make(kind: CodeKind, { makerKey, userKey, note = null }: CodeOrder): NewCode {
    const { writer } = this.store;
    writer.change('DELETE FROM one_time_code WHERE expires_at <= :now', { now: now() });
    // A link that somebody requests by mail leaves one from an administrator alone: anyone may request it.
    const earlier = 'DELETE FROM one_time_code WHERE user_key = :userKey AND (maker_key = :makerKey OR :makerKey <> :userKey)';
    if (userKey !== undefined) writer.change(earlier, { userKey, makerKey });
    const code = randomCode();
    const id = Bun.randomUUIDv7();
    const expiresAt = timestamp(Date.now() + lifetimeHours[kind] * 3_600_000);
    const user = { user_key: userKey ?? null, maker_key: makerKey };
    const row = { id, kind, hash: hashToken(code), ...user, note, created_at: now(), expires_at: expiresAt };
    writer.insertRow('one_time_code', row);
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
    const { writer } = this.store;
    const found = this.#find(writer, kind, code);
    if (found) writer.change('DELETE FROM one_time_code WHERE key = :key OR user_key = :userKey', found);
    return found?.userKey;
  }

  /**
   * Replaces the code of an invitation inside the caller's transaction.
   * @returns the new one; undefined if the invitation is no longer open
   */
  renewInvitation(id: string): string | undefined {
    const code = randomCode();
    const renewal = "UPDATE one_time_code SET hash = :hash WHERE kind = 'invitation' AND id = :id AND expires_at > :now";
    return this.store.writer.change(renewal, { id, hash: hashToken(code), now: now() }) > 0 ? code : undefined;
  }

  /** @returns whether it existed */
  async withdraw(id: string): Promise<boolean> {
    const { writer, write } = this.store;
    return write(() => writer.change("DELETE FROM one_time_code WHERE kind = 'invitation' AND id = :id", { id }) > 0);
  }

  #find(connection: Connection, kind: CodeKind, code: string): { key: number; userKey: number | null } | undefined {
    // Excludes codes issued while the clock was ahead, which would live too long.
    const latest = timestamp(Date.now() + 2 * lifetimeHours[kind] * 3_600_000);
    return connection.get(goodCode, { hash: hashToken(code), kind, now: now(), latest });
  }
}

const goodCode = `
  SELECT code.key, code.user_key AS userKey FROM one_time_code AS code
  JOIN user AS maker ON maker.key = code.maker_key LEFT JOIN user AS owner ON owner.key = code.user_key
  WHERE code.hash = :hash AND code.kind = :kind AND code.expires_at > :now AND code.expires_at <= :latest
    AND (maker.role = 'admin' OR maker.key = owner.key) AND maker.disabled_at IS NULL AND owner.disabled_at IS NULL`;
