// Limits of imported files. Readers stop at a limit, so no file costs more than the largest valid one.

/** Larger than nearly all collections. */
export const maximumRows = 10_000;

/** Our exports have 29 columns, Discogs' about 15 plus custom fields. */
export const maximumColumns = 50;

/** Every stored row repeats the column names. */
export const maximumNameLength = 64;

/** UTF-16 units of a row as JSON: notes of 10,000 characters, and the rest. A page shows a hundred stored rows. */
export const maximumRowLength = 32_000;

/** A box set has some dozens, and each is looked up. */
export const maximumCatalogNumbers = 50;

/** Per list. Every import checks whether the catalog has them by now. */
export const maximumStoredRows = 10_000;
