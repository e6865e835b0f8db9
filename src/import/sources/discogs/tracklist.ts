import { line, mostTracks, type NotTaken } from '../shared/records';
import { durationOf, elementText, listed, type XmlValue } from './values';

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
 * Parses track ranges ("A1 to A3, B2", "Except B1", "CD1", "5-") into indices. All tracks mean the release; anything unclear, or an
 * ambiguous position, is unknown.
 */
export function rangesIn(positions: readonly string[]): (text: string) => Range {
  let places: ReadonlyMap<string, Ends> | undefined;
  return (text) => {
    const range = text.replace(remark, ' ').trim();
    if (text.trim() === '') return 'release';
    if (text.length > longestRange) return 'unknown';
    places ??= placesOf(positions);
    const [, except, list] = /^((?:all\s+)?except\s+)?(.*)$/is.exec(range) as unknown as [string, string | undefined, string];
    const named = namedIn(list, places, positions.length - 1);
    if (named === undefined) return 'unknown';
    const chosen = except === undefined ? named : new Set(positions.keys().filter((index) => !named.has(index)));
    if (chosen.size === 0) return 'unknown';
    return chosen.size === positions.length ? 'release' : chosen;
  };
}

/** A remark in a range: "2-01 [Solo]". */
const remark = /\[[^[\]]*\]/g;

/** The remarks in a range. */
export const remarksIn = (range: string): string => line([...range.matchAll(remark)].map(([text]) => text.slice(1, -1)).join(', '));

/** First and last index of a position, side or disc. */
interface Ends {
  readonly from: number;
  readonly to: number;
  readonly isAmbiguous?: true;
}

function namedIn(list: string, places: ReadonlyMap<string, Ends>, last: number): Set<number> | undefined {
  const named = new Set<number>();
  for (const part of list.split(/(?:(?<!\s)\s+)?(?:[,;&+]|\band\b)\s*/i)) {
    const ends = endsOf(part.replace(/^\s*(?:track|trk|side|no|nr)s?\b\.?:?\s*/i, ''), places, last);
    if (ends === undefined || ends.isAmbiguous || ends.to < ends.from) return undefined;
    for (let index = ends.from; index <= ends.to; index++) named.add(index);
  }
  return named;
}

/** One position, side or disc, or two joined by "to" or a dash; "1-2" may itself be a position. */
function endsOf(part: string, places: ReadonlyMap<string, Ends>, end: number): Ends | undefined {
  const one = places.get(positionKey(part));
  if (one !== undefined) return one;
  const trimmed = part.trim();
  const openEnd = /[-–—]$/.test(trimmed) ? places.get(positionKey(trimmed.slice(0, -1))) : undefined;
  if (openEnd !== undefined) return { ...openEnd, to: end };
  for (const sign of [/(?<!\s)\s+(?:to|thru|through)\s+/i, /(?:(?<!\s)\s+)?[-–—]\s*/]) {
    const [start = '', stop, ...more] = part.split(sign);
    const first = places.get(positionKey(start));
    if (first === undefined || stop === undefined || more.length > 0 || first.isAmbiguous) continue;
    // "A1 to 3" is short for "A1 to A3".
    const last = places.get(positionKey(stop)) ?? places.get(positionKey(start.trimEnd().replace(/(?<!\d)\d+$/, '') + stop));
    if (last !== undefined && !last.isAmbiguous) return { from: first.from, to: last.to };
  }
  return undefined;
}

/** Places of all positions, sides and discs. */
function placesOf(positions: readonly string[]): ReadonlyMap<string, Ends> {
  const places = new Map<string, Ends>();
  const groups = new Map<string, Ends>();
  for (const [index, position] of positions.entries()) {
    const key = positionKey(position);
    if (key !== '') places.set(key, { from: index, to: index, ...(places.has(key) && { isAmbiguous: true }) });
    for (const name of groupsOf(key)) {
      const group = groups.get(name);
      // Tracks of another side between those of one leave it unclear.
      const isAmbiguous = group?.isAmbiguous || (group && group.to !== index - 1);
      groups.set(name, { from: group?.from ?? index, to: index, ...(isAmbiguous && { isAmbiguous }) });
    }
  }
  return new Map([...groups, ...places]);
}

/** Names of the side or disc of a position: "B" for "B1"; "CD1" and "DISC1" for "1-2". */
function groupsOf(key: string): readonly string[] {
  const side = /^([A-Z]{1,2})(?=\d|$)/.exec(key)?.[1];
  const [, medium, disc] = /^([A-Z]{2,})?(\d+)[-.](?=\d|[A-Z])/.exec(key) ?? [];
  if (disc !== undefined) return [...(medium === undefined ? ['CD'] : [medium]), 'DISC', 'DISK'].map((word) => `${word}${disc}`);
  return side === undefined ? [] : [side];
}

/** Comparison key of a position: "B.01" equals "b1". */
export const positionKey = (position: string): string =>
  position
    .toUpperCase()
    .replace(/(?<=[A-Z])\.(?=\d)/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')
    .replace(/\s/g, '');
