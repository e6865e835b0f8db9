/** What stands for a record that was looked up. */
export interface Standing<F> {
  readonly found: F;
  /** The UUID that it was found by. */
  readonly id: string;
  readonly isMoved: boolean;
}

/**
 * Looks a record up by its UUID, and where it was merged into another, follows to the one that stands, however many
 * merges lie between. `next` says what a UUID was merged into, one step. `undefined` where the chain ends at nothing, or
 * comes back to itself: no write makes such a circle, and one made by hand ends here.
 */
export function followMerges<F>(
  id: string,
  look: (id: string) => F | undefined,
  next: (id: string) => string | undefined,
): Standing<F> | undefined {
  const found = look(id);
  if (found !== undefined) return { found, id, isMoved: false };
  const passed = new Set([id]);
  for (let standing = next(id); standing !== undefined && !passed.has(standing); standing = next(standing)) {
    const found = look(standing);
    if (found !== undefined) return { found, id: standing, isMoved: true };
    passed.add(standing);
  }
  return undefined;
}
