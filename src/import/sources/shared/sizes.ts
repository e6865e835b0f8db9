/** The bytes of all files; `undefined` where nobody knows those of one, as with standard input. */
export const totalOf = (sizes: readonly (number | undefined)[]): number | undefined =>
  sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);

/** No release has more; it bounds what one document can become. */
export const mostTracks = 5_000;
