import { fold, labelKey } from '../store/values/folding';
import { normalizeBarcode } from '../store/values/identifiers';
import { productionTitleOf } from './titles/production-title';
import { isVarious } from './various';
import { type Contradiction, contradictions } from './vocabulary';

// How alike two records are.

/** A release with its distinguishing values; text is folded. */
export interface ComparedRelease {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly isProvisional: boolean;
  readonly barcode: string | null;
  readonly year: number | null;
  /** A year, month or day. */
  readonly date: string | null;
  readonly country: string | null;
  /** UUID of its album. */
  readonly album: string | null;
  /** Artist names and the credit line. */
  readonly artists: readonly string[];
  readonly line: string;
  /** Discogs and MusicBrainz pages: `discogs 7`. */
  readonly pages: readonly string[];
  /** Normalized catalog numbers with the keys of their labels. */
  readonly numbers: readonly string[];
  /** Catalog numbers regardless of label; decisive together with a similar title. */
  readonly plainNumbers: readonly string[];
  /** Number of discs, tapes or files by type; empty if unknown. */
  readonly formats: Readonly<Record<string, number>>;
  /** Whether it is a bootleg, test pressing or similar. */
  readonly isUnofficial: boolean;
  /** Fingerprint of its tracks; null if few or unknown. */
  readonly tracks: number | null;
}

export interface ComparedArtist {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly fictional: 0 | 1;
  readonly begin: string | null;
  readonly end: string | null;
  /** Identifying pages: `imdb nm0002354`. */
  readonly pages: readonly string[];
}

export interface ComparedProduction {
  readonly key: number;
  readonly id: string;
  readonly title: string;
  readonly type: string;
  /** Of a provisional production, that of a release. */
  readonly year: number | null;
  readonly isProvisional: boolean;
  /** Key of the series of an episode. */
  readonly series: number | null;
  /** Names, since sources may have a record each. */
  readonly composers: readonly string[];
  /** Identifying pages: `imdb tt0054215`. */
  readonly pages: readonly string[];
  /** Keys of the first releases with its music. */
  readonly releases: readonly number[];
}

export interface ComparedLabel {
  readonly key: number;
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly begin: string | null;
}

/** Whether two lists have a value in common. */
export const overlap = <V>(one: readonly V[], other: readonly V[]): boolean => one.some((value) => other.includes(value));

/** Whether both have values without overlap. */
export const areDisjoint = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && other.length > 0 && !overlap(one, other);

/** Whether one site has different pages for two records (`discogs 7`, `discogs 8`) and so distinguishes them. */
export function haveOtherPages(pages: readonly string[], others: readonly string[]): boolean {
  const siteOf = (page: string): string => page.slice(0, page.indexOf(' '));
  return !overlap(pages, others) && overlap(pages.map(siteOf), others.map(siteOf));
}

/** Whether one title contains the other: editions differ in additions. */
export function areTitlesAlike(one: string, other: string): boolean {
  const [a, b] = [plainTitle(one), plainTitle(other)];
  return a.includes(b) || b.includes(a);
}

/** A title or name without apostrophes: sources omit them, or write them in two ways. */
export const plainTitle = (text: string): string => text.replace(/['’]/g, '');

/** Whether two credits share a word, or one names nobody: "Williams, John" and "John Williams, London Symphony Orchestra". */
export function shareWord(one: string | null | undefined, other: string | null): boolean {
  if (!one || !other || isVarious(one) || isVarious(other)) return true;
  return !areDisjoint(wordsIn(one), wordsIn(other));
}

const wordsIn = (credit: string): string[] => fold(credit).match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/**
 * Whether two credits name the same people: one has all words of the other, or a name of several words. John Barry is not John
 * Williams, and Various Artists are nobody but themselves.
 */
export function nameSame(one: string, other: string): boolean {
  if (isVarious(one) || isVarious(other)) return isVarious(one) && isVarious(other);
  const isWithin = (some: string, all: readonly string[]): boolean => {
    const words = namesIn(some);
    return words.length > 0 && words.every((word) => all.includes(word));
  };
  const [words, others] = [wordsIn(one), wordsIn(other)];
  const isAnyName = (name: string): boolean => namesIn(name).length > 1 && isWithin(name, others);
  return isWithin(one, others) || isWithin(other, words) || one.split(/[,;/&+]|\s(?:and|und|et)\s/u).some(isAnyName);
}

/** Words that tell people apart; all of them, if there are no others. */
function namesIn(credit: string): readonly string[] {
  const words = [...new Set(wordsIn(credit))];
  const own = words.filter((word) => !ofOrchestras.has(word));
  return own.length > 0 ? own : words;
}

const ofOrchestras: ReadonlySet<string> = new Set(
  'the and und of orchestra orchester orchestre symphony philharmonic philharmonia choir chorus ensemble band city national royal london'.split(
    ' ',
  ),
);

interface Named {
  readonly title?: string | undefined;
  readonly artist?: string | null | undefined;
}

/** Whether what is found may be what was looked up: titles without "Original Soundtrack", or artists, share a word. */
export const mayBeSame = (described: Named, found: Named): boolean => shareWord(wordsOf(described), wordsOf(found));

const wordsOf = ({ title = '', artist }: Named): string =>
  `${productionTitleOf(title).title} ${artist && !isVarious(artist) ? artist : ''}`.trim();

export const shareArtist = (one: ComparedRelease, other: ComparedRelease): boolean =>
  (one.line !== '' && one.line === other.line) || overlap(one.artists, other.artists);

/** Similarity of two releases, best first: compared lexicographically. */
export type Likeness = readonly number[];

export function compareLikeness(one: Likeness, other: Likeness): number {
  for (const [index, step] of one.entries()) if (step !== other[index]) return step - (other[index] as number);
  return 0;
}

/**
 * Similarity of releases from two sources that share a barcode or catalog number; `undefined` if formats, countries, dates or
 * barcodes exclude a match.
 */
export function likenessOf(one: ComparedRelease, other: ComparedRelease): Likeness | undefined {
  if (one.isUnofficial || other.isUnofficial) return undefined;
  if (one.barcode !== null && other.barcode !== null && one.barcode !== other.barcode) return undefined;
  if (!haveSameFormats(one.formats, other.formats)) return undefined;
  const [date, country] = [likenessOfDates(one.date, other.date), likenessOfCountries(one.country, other.country)];
  if (date === undefined || country === undefined) return undefined;
  return [date, country, overlap(one.numbers, other.numbers) ? 0 : 1];
}

/**
 * Similarity of a provisional release to a real one that shares a number; `undefined` if they conflict, or only a number
 * supports the match.
 */
export function likenessToReal(provisional: ComparedRelease, other: ComparedRelease): Likeness | undefined {
  const types = Object.keys(provisional.formats).filter((type) => type !== 'other');
  const known = Object.keys(other.formats);
  if (known.length > 0 && !known.includes('other') && !types.every((type) => known.includes(type))) return undefined;
  const hasSameBarcode = provisional.barcode !== null && provisional.barcode === other.barcode;
  if (!hasSameBarcode && !overlap(provisional.numbers, other.numbers) && !areTitlesAlike(provisional.title, other.title)) return undefined;
  // Owners describe formats less precisely.
  return likenessOf({ ...provisional, formats: {} }, other);
}

/** Equal, or one less precise. Two unknown dates do not distinguish. */
export function likenessOfDates(one: string | null, other: string | null): number | undefined {
  if (one === null || other === null) return 2;
  if (one === other) return 0;
  return one.startsWith(other) || other.startsWith(one) ? 1 : undefined;
}

/** Worldwide includes all countries, Europe its own. */
export function likenessOfCountries(one: string | null, other: string | null): number | undefined {
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
function haveSameFormats(one: ComparedRelease['formats'], other: ComparedRelease['formats']): boolean {
  const [some, others] = [total(one), total(other)];
  if (some === 0 || others === 0) return true;
  return some === others && surplus(one, other) <= (other.other ?? 0) && surplus(other, one) <= (one.other ?? 0);
}

const total = (formats: ComparedRelease['formats']): number => Object.values(formats).reduce((sum, count) => sum + count, 0);

const surplus = (one: ComparedRelease['formats'], other: ComparedRelease['formats']): number =>
  Object.entries(one).reduce((sum, [type, count]) => sum + (type === 'other' ? 0 : Math.max(0, count - (other[type] ?? 0))), 0);

interface Described {
  readonly barcode?: string | null | undefined;
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
  readonly formats: readonly string[];
  readonly year?: number | null | undefined;
}

export function contradictionsOf(disc: Described, release: Described): readonly Contradiction[] {
  const isContradicted: Readonly<Record<Contradiction, boolean>> = {
    catalog_number: areDisjoint(disc.numbers, release.numbers),
    barcode: areDisjoint(disc.barcode ? [normalizeBarcode(disc.barcode) ?? ''] : [], release.barcode ? [release.barcode] : []),
    format: areDisjoint(disc.formats.flatMap(formatFamily), release.formats.flatMap(formatFamily)),
    label: areDisjoint(disc.labels.map(labelKey), release.labels.map(labelKey)),
    year: typeof disc.year === 'number' && typeof release.year === 'number' && disc.year !== release.year,
  };
  return contradictions.filter((name) => isContradicted[name]);
}

/** CD players play the CD layer of an SACD; "other" may be anything. */
const formatFamily = (format: string): string[] => (format === 'other' ? [] : [format === 'sacd' ? 'cd' : format]);
