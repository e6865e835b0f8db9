// Words for matches in documents. They stand apart from the code that matches, which loads on first use.

/** Values that a described disc and a release both have, but with no overlap. */
export const contradictions = ['catalog_number', 'barcode', 'format', 'label', 'year'] as const;

export type Contradiction = (typeof contradictions)[number];

/** What identified the release of a row. */
export const matchedBy = ['id', 'discogs', 'barcode', 'catalog_number', 'title'] as const;

export type MatchedBy = (typeof matchedBy)[number];

/** What identified the releases of a typed line. */
export const foundBy = ['barcode', 'catalog_number', 'title'] as const;

/** Reasons for a suspected duplicate, strongest first. */
export const pairReasons = ['barcode', 'link', 'number', 'tracks', 'works', 'composers', 'dates', 'title', 'name'] as const;

export type PairReason = (typeof pairReasons)[number];

export const sureness = ['certain', 'likely', 'possible'] as const;

export type Sureness = (typeof sureness)[number];

/** Suggested relations: identical, or editions of one album. */
export const suggestions = ['same', 'editions'] as const;

export type Suggestion = (typeof suggestions)[number];
