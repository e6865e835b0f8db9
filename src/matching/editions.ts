import type { CatalogRows } from '../records/write/catalog-rows';

export interface Edition {
  readonly id: string;
  readonly barcode: string | null;
  /** A year, a month or a day. */
  readonly date: string | null;
  readonly country: string | null;
  /** As they are compared, with the keys of their labels. */
  readonly numbers: readonly string[];
  /** How many discs, tapes or files there are of each type; none, where nobody says. */
  readonly formats: Readonly<Record<string, number>>;
  /** Whether it is none that was for sale, as a bootleg or a test pressing. */
  readonly isUnofficial: boolean;
}

/** A title, name or number that more records share says nothing of any of them. */
export const mostSharing = 50;

/** The records that share something with one, by a query that binds values to ?1 and on; `undefined` if there are more than `mostSharing`. */
export function findSharing(rows: CatalogRows, query: string, ...values: (string | number)[]): readonly number[] | undefined {
  const found = rows.all<{ key: number }>(`${query} LIMIT ${mostSharing + 1}`, ...values);
  return found.length > mostSharing ? undefined : found.map(({ key }) => key);
}

/** Whether the same site has another page for each of two records, as `discogs 7` and `discogs 8`: the site tells them apart. */
export function haveOtherPages(pages: readonly string[], others: readonly string[]): boolean {
  const siteOf = (page: string): string => page.slice(0, page.indexOf(' '));
  const sites = new Set(pages.map(siteOf));
  return !pages.some((page) => others.includes(page)) && others.some((page) => sites.has(siteOf(page)));
}

/** How alike two editions are, the most alike first: compared one after the other, as words are by their letters. */
export type Likeness = readonly number[];

/**
 * How alike two editions of two sources are that share a barcode or a number of a label; `undefined` where they cannot be
 * the same: by their formats, countries, dates or barcodes.
 */
export function likenessOf(one: Edition, other: Edition): Likeness | undefined {
  if (one.isUnofficial || other.isUnofficial) return undefined;
  if (one.barcode !== null && other.barcode !== null && one.barcode !== other.barcode) return undefined;
  if (!haveSameFormats(one.formats, other.formats)) return undefined;
  const [date, country] = [likenessOfDates(one.date, other.date), likenessOfCountries(one.country, other.country)];
  if (date === undefined || country === undefined) return undefined;
  return [date, country, one.numbers.some((number) => other.numbers.includes(number)) ? 0 : 1];
}

/** An edition with its title, as titles are compared. */
export interface TitledEdition extends Edition {
  readonly title: string;
}

/**
 * How alike a release that stands in for one is to a true one that shares a barcode or a number with it; `undefined` where
 * it cannot be that: where something that it is on the other is not on, or where a number alone speaks for it.
 */
export function likenessToTrueOne(standIn: TitledEdition, other: TitledEdition): Likeness | undefined {
  const types = Object.keys(standIn.formats).filter((type) => type !== 'other');
  const known = Object.keys(other.formats);
  if (known.length > 0 && !known.includes('other') && !types.every((type) => known.includes(type))) return undefined;
  const hasSameBarcode = standIn.barcode !== null && standIn.barcode === other.barcode;
  const hasSameNumber = standIn.numbers.some((number) => other.numbers.includes(number));
  if (!hasSameBarcode && !hasSameNumber && !areTitlesAlike(standIn.title, other.title)) return undefined;
  // What an owner has says less of formats than those who describe the release.
  return likenessOf({ ...standIn, formats: {} }, other);
}

/** Whether one title has the other in it: editions differ in what they add. */
export const areTitlesAlike = (one: string, other: string): boolean => one.includes(other) || other.includes(one);

/** Likenesses in their order; the smaller ids are first where all is the same. */
export function compareLikeness(one: Likeness, other: Likeness): number {
  for (const [index, step] of one.entries()) if (step !== other[index]) return step - (other[index] as number);
  return 0;
}

/** One is the other, or says less of it. Where neither says anything, nothing tells them apart. */
export function likenessOfDates(one: string | null, other: string | null): number | undefined {
  if (one === null || other === null) return 2;
  if (one === other) return 0;
  return one.startsWith(other) || other.startsWith(one) ? 1 : undefined;
}

/** Worldwide is everywhere, and Europe where its countries are. */
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

/** The same number of each type; what is "other" may be any, since nobody knows what it is. */
function haveSameFormats(one: Edition['formats'], other: Edition['formats']): boolean {
  const [some, others] = [total(one), total(other)];
  if (some === 0 || others === 0) return true;
  return some === others && surplus(one, other) <= (other.other ?? 0) && surplus(other, one) <= (one.other ?? 0);
}

const total = (formats: Edition['formats']): number => Object.values(formats).reduce((sum, count) => sum + count, 0);

const surplus = (one: Edition['formats'], other: Edition['formats']): number =>
  Object.entries(one).reduce((sum, [type, count]) => sum + (type === 'other' ? 0 : Math.max(0, count - (other[type] ?? 0))), 0);

/** A release of the catalog, as far as it tells it from others. */
export interface CatalogEdition extends Edition {
  readonly key: number;
  /** The album of which it is an edition, by its UUID. */
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
