import type { Store } from '../../store/database/open';
import { dayMilliseconds, timestamp } from '../../store/values/dates';

/** Days without use after which a browser must sign in again. */
export const sessionIdleDays = 30;

/** Days after which a sign-in ends in any case. */
export const sessionLifetimeDays = 365;

/** @param time in milliseconds */
export const daysAfter = (time: number, days: number): string => timestamp(time + days * dayMilliseconds);

/** Shortens sign-ins created while the clock was ahead, which would live too long. Inside the caller's transaction. */
export function shortenSignIns({ writer }: Store, time: number): void {
  const latest = daysAfter(time, sessionLifetimeDays);
  writer.change(
    'UPDATE token SET expires_at = :idle WHERE expires_at > :idle AND family_key IN (SELECT key FROM token_family WHERE expires_at > :latest)',
    { idle: daysAfter(time, sessionIdleDays), latest },
  );
  writer.change('UPDATE token_family SET expires_at = :latest WHERE expires_at > :latest', { latest });
}
