/**
 * The most merges followed from one record to the next. Chains are short, since a merge leads to the record that
 * stands; a circle made by hand ends here.
 */
const maximumMerges = 32;

/** What stands for a record that was looked up. */
export interface Standing<F> {
  readonly found: F;
  /** The UUID that it was found by. */
  readonly id: string;
  readonly isMoved: boolean;
}

/**
 * Looks a record up by its UUID, and where it was merged into another, follows to the one that stands. `next` says what
 * a UUID was merged into, one step. `undefined` where the chain ends at nothing.
 */
export function followMerges<F>(
  id: string,
  look: (id: string) => F | undefined,
  next: (id: string) => string | undefined,
): Standing<F> | undefined {
  let standing: string | undefined = id;
  for (let merges = 0; merges <= maximumMerges && standing !== undefined; merges++) {
    const found = look(standing);
    if (found !== undefined) return { found, id: standing, isMoved: merges > 0 };
    standing = next(standing);
  }
  return undefined;
}
