import { line } from '../shared/text';
import { durationOf } from './values';
import { listed, textOf, type Value } from './xml';

/** A track as it stands in a tracklist. */
export interface ListedTrack {
  readonly element: Value;
  readonly position: string;
  readonly title: string;
  readonly parts: readonly ListedTrack[];
  /** The heading above it. */
  readonly heading: string | undefined;
}

/** No release has more; it bounds what one record can become. */
const mostTracks = 5_000;

/**
 * The tracks of a release. A line without a position, a duration and parts is a heading, unless no line has a position
 * at all: then nobody has numbered the tracks.
 */
export function readTracklist(release: Value): readonly ListedTrack[] {
  const elements = listed(release, 'tracklist', 'track').slice(0, mostTracks);
  const areNumbered = elements.some((element) => positionOf(element) !== '' || partsOf(element).length > 0);
  const tracks: ListedTrack[] = [];
  let heading: string | undefined;
  for (const element of elements) {
    const track = readTrack(element, heading);
    const isHeading =
      areNumbered && track.position === '' && track.parts.length === 0 && durationOf(textOf(element, 'duration')) === undefined;
    if (isHeading) heading = track.title || undefined;
    else tracks.push(track);
  }
  return tracks;
}

/** All that credits may name: tracks, and the parts of compound ones in their place. */
export const flattened = (tracks: readonly ListedTrack[]): readonly ListedTrack[] => tracks.flatMap((track) => [track, ...track.parts]);

function readTrack(element: Value, heading: string | undefined): ListedTrack {
  const parts = partsOf(element).map((part) => readTrack(part, undefined));
  const title = line(textOf(element, 'title')) || line(parts.map((part) => part.title).join(' / '));
  return { element, position: positionOf(element) || sharedPosition(parts), title, parts, heading };
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
