import { isGenerated } from '../records/write/catalog-rows';
import { fold } from '../store/values/folding';
import {
  areTitlesAlike,
  type ComparedArtist,
  type ComparedLabel,
  type ComparedProduction,
  type ComparedRelease,
  compareLikeness,
  haveOtherPages,
  type Likeness,
  likenessOf,
  likenessOfDates,
  likenessToReal,
  overlap,
  plainTitle,
  shareArtist,
} from './score';
import { type PairReason, pairReasons, type Suggestion, type Sureness } from './vocabulary';

// Whether two records are the same, perhaps the same, or different, and which of several is meant.

/** The only item; `undefined` if there are none or several. */
export const onlyOf = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/**
 * The release that is most alike, if any may be the same.
 * @param tie whether the smaller id decides between equally alike ones, or none of them is meant
 */
export function mostAlike(
  releases: readonly ComparedRelease[],
  likenessTo: (release: ComparedRelease) => Likeness | undefined,
  tie: 'smaller id' | 'none',
): ComparedRelease | undefined {
  const alike = releases
    .flatMap((release) => {
      const likeness = likenessTo(release);
      return likeness === undefined ? [] : [{ release, likeness }];
    })
    .toSorted((a, b) => compareLikeness(a.likeness, b.likeness) || (a.release.id < b.release.id ? -1 : 1));
  const [best, second] = alike;
  const isTied = best && second && compareLikeness(best.likeness, second.likeness) === 0;
  return isTied && tie === 'none' ? undefined : best?.release;
}

export interface Judgement {
  readonly suggestion: Suggestion;
  readonly sureness: Sureness;
  readonly reasons: readonly PairReason[];
}

const reasonsIn = (found: Readonly<Partial<Record<PairReason, boolean>>>): PairReason[] => pairReasons.filter((reason) => found[reason]);

/**
 * Relation of two releases: identical if an import would not distinguish them, else editions of one album if not yet under one;
 * `undefined` if nothing supports either.
 */
export function judgeReleases(one: ComparedRelease, other: ComparedRelease): Judgement | undefined {
  const reasons = reasonsOfReleases(one, other);
  if (reasons.length === 0) return undefined;
  const areSame = !haveOtherPages(one.pages, other.pages) && mayBeOne(one, other);
  if (areSame) return { suggestion: 'same', sureness: surenessOf(reasons), reasons };
  if (areUnderOneAlbum(one, other)) return undefined;
  // Missing values do not distinguish a provisional release from the real one, whose album it joins.
  if (one.isProvisional !== other.isProvisional) return undefined;
  if (!reasons.includes('tracks') && !(reasons.includes('title') || (reasons.includes('number') && shareArtist(one, other))))
    return undefined;
  return { suggestion: 'editions', sureness: reasons.includes('tracks') ? 'likely' : 'possible', reasons };
}

function reasonsOfReleases(one: ComparedRelease, other: ComparedRelease): PairReason[] {
  // Provisional releases have little data, and their year is often of another pressing.
  const isOfYear = one.year === other.year || one.year === null || other.year === null || (one.isProvisional && other.isProvisional);
  return reasonsIn({
    barcode: one.barcode !== null && one.barcode === other.barcode,
    number: areTitlesAlike(one.title, other.title) && overlap(one.plainNumbers, other.plainNumbers),
    tracks: one.tracks !== null && one.tracks === other.tracks,
    title: plainTitle(one.title) === plainTitle(other.title) && isOfYear && shareArtist(one, other),
  });
}

function mayBeOne(one: ComparedRelease, other: ComparedRelease): boolean {
  if (other.isProvisional === one.isProvisional) return likenessOf(one, other) !== undefined;
  const [provisional, real] = other.isProvisional ? [other, one] : [one, other];
  return likenessToReal(provisional, real) !== undefined;
}

/** Two albums of one source are distinct as far as it knows. */
const areUnderOneAlbum = (one: ComparedRelease, other: ComparedRelease): boolean =>
  one.album !== null && other.album !== null && (one.album === other.album || haveOtherPages(one.pages, other.pages));

function surenessOf(reasons: readonly PairReason[]): Sureness {
  const has = (reason: PairReason) => reasons.includes(reason);
  const isNumbered = has('barcode') || has('number');
  if (isNumbered && reasons.length > 1) return 'certain';
  return isNumbered || (has('tracks') && has('title')) ? 'likely' : 'possible';
}

/** Artists with the same name and common works or dates, with the same external page, or with one full name in two sources. */
export function judgeArtists(one: ComparedArtist, other: ComparedArtist, shareWork: () => boolean): Judgement | undefined {
  const isLinked = overlap(one.pages, other.pages);
  if (!isLinked && (areDisjoint(one, other) || haveOtherPages(one.pages, other.pages))) return undefined;
  const hasSameName = plainTitle(one.name) === plainTitle(other.name);
  const reasons = reasonsIn({
    link: isLinked,
    works: hasSameName && shareWork(),
    dates: hasSameName && one.begin !== null && other.begin !== null,
  });
  if (reasons.length === 0 && !(hasSameName && isFullName(one.name) && areOfTwoSources(one, other))) return undefined;
  const sureness = reasons.length > 1 && hasSameName ? 'certain' : isLinked || reasons.includes('works') ? 'likely' : 'possible';
  return { suggestion: 'same', sureness, reasons: hasSameName ? [...reasons, 'name'] : reasons };
}

/** Several words, or no Latin letters: "結束バンド". */
const isFullName = (name: string): boolean => /\S\s+\S/.test(name) || !/[a-z]/.test(name);

/** Generated ids are those of Discogs and Wikidata, which may lack links to MusicBrainz. */
const areOfTwoSources = (one: ComparedArtist, other: ComparedArtist): boolean =>
  isGenerated(one.id) !== isGenerated(other.id) || (isGenerated(one.id) && areOnOtherSites(one.pages, other.pages));

const areOnOtherSites = (pages: readonly string[], others: readonly string[]): boolean => {
  const sitesOf = (some: readonly string[]): string[] => some.map((page) => page.slice(0, page.indexOf(' ')));
  return pages.length > 0 && others.length > 0 && !overlap(sitesOf(pages), sitesOf(others));
};

/** Persons and orchestras differ, and so do birth dates. */
const areDisjoint = (one: ComparedArtist, other: ComparedArtist): boolean =>
  one.type !== other.type ||
  one.fictional !== other.fictional ||
  likenessOfDates(one.begin, other.begin) === undefined ||
  likenessOfDates(one.end, other.end) === undefined;

/** Labels with the same name, company words aside. */
export function judgeLabels(one: ComparedLabel, other: ComparedLabel): Judgement | undefined {
  if (likenessOfDates(one.begin, other.begin) === undefined) return undefined;
  const areElsewhere = one.country !== null && other.country !== null && one.country !== other.country;
  const sureness = areElsewhere || fold(one.name) !== fold(other.name) ? 'possible' : 'likely';
  return { suggestion: 'same', sureness, reasons: ['name'] };
}

/**
 * Productions of one title with a common release, a composer of one name, or the same year; or a provisional one, and the only thing
 * known of it is the title.
 */
export function judgeProductions(one: ComparedProduction, other: ComparedProduction): Judgement | undefined {
  const hasSameName = plainTitle(one.title) === plainTitle(other.title);
  const isLinked = overlap(one.pages, other.pages);
  if (!isLinked && (!hasSameName || haveOtherPages(one.pages, other.pages) || !mayBeOneProduction(one, other))) return undefined;
  const hasSameComposer = overlap(one.composers, other.composers);
  const reasons = reasonsIn({
    link: isLinked,
    works: overlap(one.releases, other.releases),
    composers: hasSameComposer,
    dates: one.year !== null && one.year === other.year,
    name: hasSameName,
  });
  const isLikely = reasons.some((reason) => ['link', 'works', 'composers'].includes(reason));
  const haveComposers = one.composers.length > 0 && other.composers.length > 0;
  if (!isLikely && (haveComposers || !(reasons.includes('dates') || one.isProvisional || other.isProvisional))) return undefined;
  const isCertain = hasSameName && (isLinked || reasons.includes('works')) && (hasSameComposer || reasons.includes('dates'));
  return { suggestion: 'same', sureness: isCertain ? 'certain' : isLikely ? 'likely' : 'possible', reasons };
}

/** Music comes out with its film or later; films of one title are of other years. */
function mayBeOneProduction(one: ComparedProduction, other: ComparedProduction): boolean {
  const areOfTypes = one.type !== other.type && one.type !== 'other' && other.type !== 'other';
  const areOfSeries = one.series !== null && other.series !== null && one.series !== other.series;
  if (areOfTypes || areOfSeries) return false;
  if (one.year === null || other.year === null) return true;
  if (one.isProvisional === other.isProvisional)
    return Math.abs(one.year - other.year) <= 1 || (one.isProvisional && overlap(one.composers, other.composers));
  return one.isProvisional ? other.year <= one.year + 1 : one.year <= other.year + 1;
}

export interface Compared {
  readonly key: number;
  readonly id: string;
  readonly isProvisional?: boolean;
}

/** Orders two records, the one to keep first: real, from MusicBrainz, older. */
export function survivorFirst<R extends Compared>(one: R, other: R): [R, R] {
  const provisional = Number(one.isProvisional ?? false) - Number(other.isProvisional ?? false);
  const own = Number(isGenerated(one.id)) - Number(isGenerated(other.id));
  return (provisional || own || one.key - other.key) < 0 ? [one, other] : [other, one];
}
