/** A browser that is not used for a month signs in again. */
export const sessionIdleDays = 30;

/** However much it is used, a sign-in is repeated after a year. */
export const sessionLifetimeDays = 365;
