/** Of a title, and of all that has a name: as the catalog holds them. */
export const longestName = 255;

/** Of the line that says whose music it is. */
export const longestArtistLine = 2_000;

/** A box has some dozens; whatever is more is a slip of the pen. */
export const mostFormats = 50;
export const largestQuantity = 200;
export const mostLabels = 50;
