import type { CatalogEdition } from './edition';
import type { Judgement, PairReason, Sureness } from './pair';
import { areTitlesAlike, likenessOf, likenessToTrueOne } from './release-likeness';

/** A release as it is held against others. Texts are as they are compared. */
export interface ComparedRelease extends CatalogEdition {
  readonly title: string;
  readonly year: number | null;
  readonly isProvisional: boolean;
  /** The names of its artists, and the line that says whose it is. */
  readonly artists: readonly string[];
  readonly line: string;
  /** At Discogs and MusicBrainz: `discogs 7`. */
  readonly pages: readonly string[];
  /** Its numbers, whichever label gave them: with a title that is alike one speaks for itself. */
  readonly plainNumbers: readonly string[];
  /** What its tracks are; none, where they are few or not known. */
  readonly tracks: number | null;
}

/**
 * What two releases are that share something: one and the same, where nothing tells them apart by which an import would, or
 * else two editions of an album, where they are not under one yet. `undefined` where nothing speaks for either.
 */
export function judgeReleases(one: ComparedRelease, other: ComparedRelease): Judgement | undefined {
  const reasons = reasonsOf(one, other);
  if (reasons.length === 0) return undefined;
  const areSame = !haveOtherPages(one, other) && mayBeOne(one, other);
  if (areSame) return { suggestion: 'same', sureness: surenessOf(reasons), reasons };
  if (areUnderOneAlbum(one, other)) return undefined;
  // What stands in for a release is not told apart from it by what it does not say, and joins an album with the true one.
  if (one.isProvisional !== other.isProvisional) return undefined;
  if (!reasons.includes('tracks') && !(reasons.includes('title') || (reasons.includes('number') && shareArtist(one, other))))
    return undefined;
  return { suggestion: 'editions', sureness: reasons.includes('tracks') ? 'likely' : 'possible', reasons };
}

function reasonsOf(one: ComparedRelease, other: ComparedRelease): PairReason[] {
  const hasSameTitle = one.title === other.title;
  // Two that stand in say little, and what they say of years is often that of another pressing.
  const isOfYear = one.year === other.year || one.year === null || other.year === null || (one.isProvisional && other.isProvisional);
  const found: readonly (readonly [PairReason, boolean])[] = [
    ['barcode', one.barcode !== null && one.barcode === other.barcode],
    ['number', areTitlesAlike(one.title, other.title) && one.plainNumbers.some((number) => other.plainNumbers.includes(number))],
    ['tracks', one.tracks !== null && one.tracks === other.tracks],
    ['title', hasSameTitle && isOfYear && shareArtist(one, other)],
  ];
  return found.filter(([, is]) => is).map(([reason]) => reason);
}

const shareArtist = (one: ComparedRelease, other: ComparedRelease): boolean =>
  (one.line !== '' && one.line === other.line) || one.artists.some((name) => other.artists.includes(name));

function mayBeOne(one: ComparedRelease, other: ComparedRelease): boolean {
  if (other.isProvisional !== one.isProvisional) {
    const [standIn, trueOne] = other.isProvisional ? [other, one] : [one, other];
    return likenessToTrueOne(standIn, trueOne) !== undefined;
  }
  return likenessOf(one, other) !== undefined;
}

/** Another page at Discogs or MusicBrainz tells two apart: they have looked themselves. */
function haveOtherPages(one: ComparedRelease, other: ComparedRelease): boolean {
  if (one.pages.some((page) => other.pages.includes(page))) return false;
  const sites = new Set(one.pages.map(siteOf));
  return other.pages.some((page) => sites.has(siteOf(page)));
}

const siteOf = (page: string): string => page.slice(0, page.indexOf(' '));

/** Two albums of two releases that a source has each by itself are two, as far as that source knows. */
const areUnderOneAlbum = (one: ComparedRelease, other: ComparedRelease): boolean =>
  one.album !== null && other.album !== null && (one.album === other.album || haveOtherPages(one, other));

function surenessOf(reasons: readonly PairReason[]): Sureness {
  const has = (reason: PairReason) => reasons.includes(reason);
  const isNumbered = has('barcode') || has('number');
  if (isNumbered && reasons.length > 1) return 'certain';
  return isNumbered || (has('tracks') && has('title')) ? 'likely' : 'possible';
}
