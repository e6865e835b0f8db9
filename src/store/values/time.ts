/** A moment as it is stored and shown: ISO 8601 with offset, in UTC, to the millisecond, so that text order is time order. */
export function timestamp(at: Date): string {
  return at.toISOString().replace('Z', '+00:00');
}

/** The present moment as a {@link timestamp}. */
export function now(): string {
  return timestamp(new Date());
}
