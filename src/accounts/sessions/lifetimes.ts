import { dayMilliseconds, timestamp } from '../../store/values/dates';

/** Days without use after which a browser must sign in again. */
export const sessionIdleDays = 30;

/** Days after which a sign-in ends in any case. */
export const sessionLifetimeDays = 365;

/** @param time in milliseconds */
export const daysAfter = (time: number, days: number): string => timestamp(time + days * dayMilliseconds);
