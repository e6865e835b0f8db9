// Words of files with a collection or wishlist.

export type ReleaseListName = 'collection' | 'wishlist';

/** Of .xlsx files. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** File types by media type. */
export const mediaTypes = {
  'text/csv': 'csv',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  [workbookType]: 'workbook',
} as const;

export type FileType = (typeof mediaTypes)[keyof typeof mediaTypes];

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const;
export type Encoding = (typeof encodings)[number];

export const separators = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const;
export type Separator = keyof typeof separators;

/** Programs whose files are known by their shape. */
export const programs = ['leitmotif', 'discogs', 'musicbrainz', 'clz', 'libib', 'musicbuddy', 'koillection', 'beets'] as const;
export type Program = (typeof programs)[number];

/** What a row with a status word is: a copy, an ordered copy, a wish, or nothing of the user. */
export const statusMeanings = ['owned', 'ordered', 'wanted', 'ignore'] as const;
export type StatusMeaning = (typeof statusMeanings)[number];

/** What to do with rows that the catalog has no release for: store them, create provisional releases, or skip them. */
export const unmatchedChoices = ['keep', 'provisional', 'skip'] as const;

/** Rows of owned releases: skip one row per copy, add differing copies, or always add. */
export const alsoOwnedChoices = ['skip', 'differing', 'add'] as const;

/** Files nearly always differ from what owners have entered since. */
export const alsoOwnedByDefault = 'skip' satisfies (typeof alsoOwnedChoices)[number];

// Limits of imported files. Readers stop at a limit, so no file costs more than the largest valid one.

/** Larger than nearly all collections. */
export const maximumRows = 10_000;

/** Our exports have 32 columns, those of collection managers up to 150, and spreadsheets of their owners more. */
export const maximumColumns = 300;

/** Every stored row repeats the column names. */
export const maximumNameLength = 64;

/** UTF-16 units of a row as JSON: notes of 10,000 characters, and the rest. A page shows a hundred stored rows. */
export const maximumRowLength = 32_000;

/** A box set has some dozens, and each is looked up. */
export const maximumCatalogNumbers = 50;

/** Per list. Every import checks whether the catalog has them by now. */
export const maximumStoredRows = 10_000;

/** Rows among which the header is searched: below a title, a date and the name of the owner. */
export const headRows = 12;
