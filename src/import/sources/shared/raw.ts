/** Enough of a bad document to see what is wrong with it; the place that is named with it leads to the rest. */
export const maximumRawCharacters = 10_000;

/** What can be read of the beginning of a document that is refused. A character has four bytes at most. */
export const rawOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, 4 * maximumRawCharacters)).slice(0, maximumRawCharacters);
