import { timestamp } from '../../store/values/time';

/** A browser that is not used for a month signs in again. */
export const sessionIdleDays = 30;

/** However much it is used, a sign-in is repeated after a year. */
export const sessionLifetimeDays = 365;

export const dayMilliseconds = 86_400_000;

/** The time so many days after another, which is in milliseconds. */
export const inDays = (time: number, days: number): string => timestamp(new Date(time + days * dayMilliseconds));
