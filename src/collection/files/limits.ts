// What a file may have that is put into a list. Whatever reads one stops where a limit is passed, so that no file costs
// more than the largest good one does.

/** More items than nearly all collections have. */
export const maximumRows = 10_000;

/** An export of ours has 29 columns; one of Discogs some 15, and one for each field of a user's own. */
export const maximumColumns = 50;

/** Each row that is kept repeats the names of its columns. */
export const maximumNameLength = 64;

/**
 * Of a row as JSON, in units of UTF-16: notes of 10,000 characters of two units each, and the rest. A hundred that are
 * kept are shown at once.
 */
export const maximumRowLength = 32_000;

/** In one cell: a box of discs has some dozens. Each is looked up. */
export const maximumCatalogNumbers = 50;

/** Rows that wait for their releases in one list of a user. Each import looks whether the catalog has them by now. */
export const maximumKeptRows = 10_000;
