import type { CatalogRows } from '../records/write/catalog-rows';

export interface Edition {
  readonly id: string;
  readonly barcode: string | null;
  /** A year, month or day. */
  readonly date: string | null;
  readonly country: string | null;
  /** Normalized, with the keys of their labels. */
  readonly numbers: readonly string[];
  /** Number of discs, tapes or files by type; empty if unknown. */
  readonly formats: Readonly<Record<string, number>>;
  /** Whether it is a bootleg, test pressing or similar. */
  readonly isUnofficial: boolean;
}

/** A value shared by more records identifies none. */
export const mostSharing = 50;

/** Records that share something, by a query binding values to ?1 and on; `undefined` if there are more than `mostSharing`. */
export function findSharing(rows: CatalogRows, query: string, ...values: (string | number)[]): readonly number[] | undefined {
  const found = rows.all<{ key: number }>(`${query} LIMIT ${mostSharing + 1}`, ...values);
  return found.length > mostSharing ? undefined : found.map(({ key }) => key);
}

/** Whether one site has different pages for two records (`discogs 7`, `discogs 8`) and so distinguishes them. */
export function haveOtherPages(pages: readonly string[], others: readonly string[]): boolean {
  const siteOf = (page: string): string => page.slice(0, page.indexOf(' '));
  const sites = new Set(pages.map(siteOf));
  return !pages.some((page) => others.includes(page)) && others.some((page) => sites.has(siteOf(page)));
}

/** Similarity of two editions, best first: compared lexicographically. */
export type Likeness = readonly number[];

/**
 * Similarity of editions from two sources that share a barcode or catalog number; `undefined` if formats, countries, dates or
 * barcodes exclude a match.
 */
export function likenessOf(one: Edition, other: Edition): Likeness | undefined {
  if (one.isUnofficial || other.isUnofficial) return undefined;
  if (one.barcode !== null && other.barcode !== null && one.barcode !== other.barcode) return undefined;
  if (!haveSameFormats(one.formats, other.formats)) return undefined;
  const [date, country] = [likenessOfDates(one.date, other.date), likenessOfCountries(one.country, other.country)];
  if (date === undefined || country === undefined) return undefined;
  return [date, country, one.numbers.some((number) => other.numbers.includes(number)) ? 0 : 1];
}

export interface TitledEdition extends Edition {
  readonly title: string;
}

/**
 * Similarity of a provisional release to a real one that shares a number; `undefined` if they conflict, or only a number
 * supports the match.
 */
export function likenessToTrueOne(standIn: TitledEdition, other: TitledEdition): Likeness | undefined {
  const types = Object.keys(standIn.formats).filter((type) => type !== 'other');
  const known = Object.keys(other.formats);
  if (known.length > 0 && !known.includes('other') && !types.every((type) => known.includes(type))) return undefined;
  const hasSameBarcode = standIn.barcode !== null && standIn.barcode === other.barcode;
  const hasSameNumber = standIn.numbers.some((number) => other.numbers.includes(number));
  if (!hasSameBarcode && !hasSameNumber && !areTitlesAlike(standIn.title, other.title)) return undefined;
  // Owners describe formats less precisely.
  return likenessOf({ ...standIn, formats: {} }, other);
}

/** Whether one title contains the other: editions differ in additions. */
export const areTitlesAlike = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/** Orders similarities; ties go to the smaller ids. */
export function compareLikeness(one: Likeness, other: Likeness): number {
  for (const [index, step] of one.entries()) if (step !== other[index]) return step - (other[index] as number);
  return 0;
}

/** Equal, or one less precise. Two unknown dates do not distinguish. */
export function likenessOfDates(one: string | null, other: string | null): number | undefined {
  if (one === null || other === null) return 2;
  if (one === other) return 0;
  return one.startsWith(other) || other.startsWith(one) ? 1 : undefined;
}

/** Worldwide includes all countries, Europe its own. */
function likenessOfCountries(one: string | null, other: string | null): number | undefined {
  if (one === null || other === null || one === unknown || other === unknown) return 2;
  if (one === other) return 0;
  const isWithin = (part: string, whole: string): boolean => whole === worldwide || (whole === europe && europeans.has(part));
  return isWithin(one, other) || isWithin(other, one) ? 1 : undefined;
}

const [worldwide, europe, unknown] = ['XW', 'XE', 'XU'];

const europeans: ReadonlySet<string> = new Set(
  'AD AL AT BA BE BG BY CH CS CY CZ DD DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XC XG XK YU'.split(
    ' ',
  ),
);

/** Same counts per type; "other" matches any type. */
function haveSameFormats(one: Edition['formats'], other: Edition['formats']): boolean {
  const [some, others] = [total(one), total(other)];
  if (some === 0 || others === 0) return true;
  return some === others && surplus(one, other) <= (other.other ?? 0) && surplus(other, one) <= (one.other ?? 0);
}

const total = (formats: Edition['formats']): number => Object.values(formats).reduce((sum, count) => sum + count, 0);

const surplus = (one: Edition['formats'], other: Edition['formats']): number =>
  Object.entries(one).reduce((sum, [type, count]) => sum + (type === 'other' ? 0 : Math.max(0, count - (other[type] ?? 0))), 0);

/** A catalog release with its distinguishing values. */
export interface CatalogEdition extends Edition {
  readonly key: number;
  /** UUID of its album. */
  readonly album: string | null;
}

interface Row extends Omit<CatalogEdition, 'numbers' | 'formats' | 'isUnofficial'> {
  readonly numbers: string;
  readonly formats: string;
  readonly unofficial: 0 | 1;
}

const detailed = `
  SELECT r.key, r.id, r.barcode_normalized AS barcode, r.release_date AS date, r.country, (SELECT id FROM album WHERE key = r.album_key) AS album,
    (SELECT json_group_array(label_key || ' ' || catalog_number_normalized) FROM release_label
      WHERE release_key = r.key AND label_key IS NOT NULL AND catalog_number_normalized IS NOT NULL) AS numbers,
    (SELECT json_group_object(format_type, quantity) FROM
      (SELECT format_type, sum(quantity) AS quantity FROM release_format WHERE release_key = r.key GROUP BY format_type)) AS formats,
    EXISTS (SELECT 1 FROM release_format AS f, json_each(f.descriptions) AS d WHERE f.release_key = r.key
      AND d.value IN ('Unofficial Release', 'Test Pressing', 'Promo', 'White Label')) AS unofficial
  FROM "release" AS r`;

export function readEdition(rows: CatalogRows, key: number): CatalogEdition {
  const { numbers, formats, unofficial, ...row } = rows.one<Row>(`${detailed} WHERE r.key = ?`, key) as Row;
  return { ...row, numbers: JSON.parse(numbers), formats: JSON.parse(formats), isUnofficial: unofficial === 1 };
}
