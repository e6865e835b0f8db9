import { line, mostTracks, type NotTaken } from '../shared/values';
import { durationOf } from './values';
import { elementText, listed, type XmlValue } from './xml';

export interface DiscogsTrack {
  readonly element: XmlValue;
  readonly position: string;
  readonly title: string;
  readonly parts: readonly DiscogsTrack[];
  /** Headings above it. */
  readonly headings: readonly DiscogsHeading[];
}

export interface DiscogsHeading {
  readonly element: XmlValue;
  readonly title: string;
}

/**
 * Tracks of a release. A line without position, duration and sub-tracks is a heading, unless no line has a position. Consecutive
 * headings all apply to what follows.
 */
export function readTracklist(release: XmlValue, notTaken: NotTaken): readonly DiscogsTrack[] {
  const elements = listed(release, 'tracklist', 'track').slice(0, mostTracks);
  const areNumbered = elements.some((element) => positionOf(element) !== '' || partsOf(element).length > 0);
  const tracks: DiscogsTrack[] = [];
  let headings: readonly DiscogsHeading[] = [];
  let isBelow = false;
  for (const element of elements) {
    const track = readTrack(element, headings);
    const isHeading =
      areNumbered && track.position === '' && track.parts.length === 0 && durationOf(elementText(element, 'duration')) === undefined;
    if (isHeading) headings = [...(isBelow ? [] : headings), ...(track.title === '' ? [] : [{ element, title: track.title }])];
    else tracks.push(track);
    isBelow = !isHeading;
  }
  if (!isBelow) notTaken.add('headings without tracks', headings.length);
  return tracks;
}

export const trackHeadingOf = ({ headings }: DiscogsTrack): string | undefined =>
  headings.length === 0 ? undefined : line(headings.map(({ title }) => title).join(' / '));

/** Tracks with sub-tracks inlined. */
export const flattened = (tracks: readonly DiscogsTrack[]): readonly DiscogsTrack[] => tracks.flatMap((track) => [track, ...track.parts]);

function readTrack(element: XmlValue, headings: readonly DiscogsHeading[]): DiscogsTrack {
  const parts = partsOf(element).map((part) => readTrack(part, []));
  const title = line(elementText(element, 'title')) || line(parts.map((part) => part.title).join(' / '));
  return { element, position: positionOf(element) || sharedPosition(parts), title, parts, headings };
}

const partsOf = (element: XmlValue): readonly XmlValue[] => listed(element, 'sub_tracks', 'track').slice(0, mostTracks);

const positionOf = (element: XmlValue): string => line(elementText(element, 'position'), 50);

/** Common position of sub-tracks: "B" for "B.1", "B.2" or "Ba", "Bb". */
function sharedPosition(parts: readonly DiscogsTrack[]): string {
  const [first, ...others] = parts.map((part) => part.position);
  if (first === undefined) return '';
  let shared = first;
  for (const other of others) while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  const prefix = others.length === 0 ? first.replace(/(?<![.a-z])[.a-z]+\d*$/, '') : shared;
  return prefix.replace(/(?<![.\-\s])[.\-\s]+$/, '');
}

/** Tracks named by a range: the whole release, some tracks, or unknown. */
export type Range = 'release' | 'unknown' | ReadonlySet<number>;

/** Longer texts are not ranges. */
const longestRange = 5_000;

/**
 * Parses track ranges ("A1 to A3, B2", "Except B1") into indices. All tracks mean the release; anything unclear, or an ambiguous
 * position, is unknown.
 */
export function rangesIn(positions: readonly string[]): (text: string) => Range {
  let places: ReadonlyMap<string, number> | undefined;
  return (text) => {
    const range = text.trim();
    if (range === '') return 'release';
    if (range.length > longestRange) return 'unknown';
    places ??= placesOf(positions);
    const [, except, list] = /^((?:all\s+)?except\s+)?(.*)$/is.exec(range) as unknown as [string, string | undefined, string];
    const named = namedIn(list, places);
    if (named === undefined) return 'unknown';
    const chosen = except === undefined ? named : new Set(positions.keys().filter((index) => !named.has(index)));
    if (chosen.size === 0) return 'unknown';
    return chosen.size === positions.length ? 'release' : chosen;
  };
}

function namedIn(list: string, places: ReadonlyMap<string, number>): Set<number> | undefined {
  const named = new Set<number>();
  for (const part of list.split(/(?:(?<!\s)\s+)?(?:[,;&]|\band\b)\s*/i)) {
    const ends = endsOf(part, places);
    if (ends === undefined || ends.to < ends.from) return undefined;
    for (let index = ends.from; index <= ends.to; index++) named.add(index);
  }
  return named;
}

/** One position, or two joined by "to" or a dash; "1-2" may itself be a position. */
function endsOf(part: string, places: ReadonlyMap<string, number>): { readonly from: number; readonly to: number } | undefined {
  const one = places.get(positionKey(part));
  if (one !== undefined) return one < 0 ? undefined : { from: one, to: one };
  for (const sign of [/(?<!\s)\s+to\s+/i, /(?:(?<!\s)\s+)?[-–—]\s*/]) {
    const [first, last, ...more] = part.split(sign).map((position) => places.get(positionKey(position)));
    if (first !== undefined && last !== undefined && more.length === 0 && first >= 0 && last >= 0) return { from: first, to: last };
  }
  return undefined;
}

/** Index of each position; -1 if ambiguous. */
function placesOf(positions: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, position] of positions.entries()) {
    const key = positionKey(position);
    if (key !== '') places.set(key, places.has(key) ? -1 : index);
  }
  return places;
}

/** Comparison key of a position: "B.1" equals "b1". */
export const positionKey = (position: string): string =>
  position
    .toUpperCase()
    .replace(/(?<=[A-Z])\.(?=\d)/g, '')
    .replace(/\s/g, '');
