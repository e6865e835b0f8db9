import type { Store } from '../../store/database/open';
import { all, change } from '../../store/database/sql';
import { daysAfter, sessionIdleDays, sessionLifetimeDays } from './lifetimes';

/** Shortens sign-ins created while the clock was ahead, which would live too long. Inside the caller's transaction. */
export function shortenSignIns({ db, writer }: Store, time: number): void {
  const latest = daysAfter(time, sessionLifetimeDays);
  const ofWrongClock = db.selectFrom('token_family').select('key').where('expires_at', '>', latest);
  const keys = all(writer, ofWrongClock).map(({ key }) => key);
  if (keys.length === 0) return;
  const idle = daysAfter(time, sessionIdleDays);
  change(writer, db.updateTable('token').set({ expires_at: idle }).where('expires_at', '>', idle).where('family_key', 'in', keys));
  change(writer, db.updateTable('token_family').set({ expires_at: latest }).where('key', 'in', keys));
}
