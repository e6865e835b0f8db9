export const longestName = 255;

export const longestArtistLine = 2_000;

/** Box sets have some dozens. */
export const mostFormats = 50;
export const largestQuantity = 200;
export const mostLabels = 50;
