import { line } from '../shared/text';
import { mostTracks, type NotTaken } from '../shared/values';
import { durationOf } from './values';
import { listed, textOf, type Value } from './xml';

/** A track as it stands in a tracklist. */
export interface ListedTrack {
  readonly element: Value;
  readonly position: string;
  readonly title: string;
  readonly parts: readonly ListedTrack[];
  /** The headings right above it or above tracks before it. */
  readonly headings: readonly Heading[];
}

export interface Heading {
  readonly element: Value;
  readonly title: string;
}

/**
 * The tracks of a release. A line without a position, a duration and parts is a heading, unless no line has a position
 * at all: then nobody has numbered the tracks. Headings that follow one another all stand above what comes then.
 */
export function readTracklist(release: Value, notTaken: NotTaken): readonly ListedTrack[] {
  const elements = listed(release, 'tracklist', 'track').slice(0, mostTracks);
  const areNumbered = elements.some((element) => positionOf(element) !== '' || partsOf(element).length > 0);
  const tracks: ListedTrack[] = [];
  let headings: readonly Heading[] = [];
  let isBelow = false;
  for (const element of elements) {
    const track = readTrack(element, headings);
    const isHeading =
      areNumbered && track.position === '' && track.parts.length === 0 && durationOf(textOf(element, 'duration')) === undefined;
    if (isHeading) headings = [...(isBelow ? [] : headings), ...(track.title === '' ? [] : [{ element, title: track.title }])];
    else tracks.push(track);
    isBelow = !isHeading;
  }
  if (!isBelow) notTaken.add('headings without tracks', headings.length);
  return tracks;
}

/** What stands above a track, as one line. */
export const headingOf = ({ headings }: ListedTrack): string | undefined =>
  headings.length === 0 ? undefined : line(headings.map(({ title }) => title).join(' / '));

/** All that credits may name: tracks, and the parts of compound ones in their place. */
export const flattened = (tracks: readonly ListedTrack[]): readonly ListedTrack[] => tracks.flatMap((track) => [track, ...track.parts]);

function readTrack(element: Value, headings: readonly Heading[]): ListedTrack {
  const parts = partsOf(element).map((part) => readTrack(part, []));
  const title = line(textOf(element, 'title')) || line(parts.map((part) => part.title).join(' / '));
  return { element, position: positionOf(element) || sharedPosition(parts), title, parts, headings };
}

const partsOf = (element: Value): readonly Value[] => listed(element, 'sub_tracks', 'track').slice(0, mostTracks);

const positionOf = (element: Value): string => line(textOf(element, 'position'), 50);

/** The parts of "B" are "B.1", "B.2" or "Ba", "Bb", and it has no position itself. */
function sharedPosition(parts: readonly ListedTrack[]): string {
  const [first, ...others] = parts.map((part) => part.position);
  if (first === undefined) return '';
  let shared = first;
  for (const other of others) while (!other.startsWith(shared)) shared = shared.slice(0, -1);
  const prefix = others.length === 0 ? first.replace(/[.a-z]+\d*$/, '') : shared;
  return prefix.replace(/[.\-\s]+$/, '');
}
