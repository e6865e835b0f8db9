/** Timestamp as stored and shown: ISO 8601 in UTC to the millisecond, so that text order is time order. */
export function timestamp(at: Date): string {
  return at.toISOString().replace('Z', '+00:00');
}

/** Current {@link timestamp}. */
export function now(): string {
  return timestamp(new Date());
}
