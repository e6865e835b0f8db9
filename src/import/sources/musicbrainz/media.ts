import { uuidOf } from '../../uuid-v5';
import { formatWithin } from '../shared/formats';
import type { Gathering } from './context';
import { child, children, isUuid, type Json, number, short, text } from './json';
import { given, iri, own } from './records';

/** All tracks of a medium, what is hidden before the first one last. */
export function tracksIn(medium: Json): Json[] {
  const pregap = child(medium, 'pregap');
  return [...children(medium, 'tracks'), ...children(medium, 'data-tracks'), ...(pregap === undefined ? [] : [pregap])];
}

/** A track of a medium at its place. */
export interface PlacedTrack {
  readonly track: Json;
  readonly position: number;
  readonly notes: string | undefined;
}

/** The tracks of a medium with their places. These begin at one, so what is hidden before the first track comes last. */
export function placedTracks(medium: Json): PlacedTrack[] {
  const pregap = child(medium, 'pregap');
  let last = 0;
  return tracksIn(medium).map((track, index) => {
    const isHidden = track === pregap;
    const position = isHidden ? last + 1 : Math.max(1, number(track, 'position') ?? index + 1);
    last = Math.max(last, position);
    return { track, position, notes: isHidden ? 'Hidden before the first track (pregap).' : undefined };
  });
}

/** Gathers the format that a medium is, and returns its UUID. */
export function gatherFormat(
  medium: Json,
  index: number,
  release: { readonly id: string; readonly status: string | undefined },
  gathering: Gathering,
): string {
  const position = number(medium, 'position') ?? index + 1;
  const format = isUuid(medium.id) ? medium.id : uuidOf(`musicbrainz:medium:${release.id}:${position}`);
  const printed = short(text(medium, 'format'));
  const descriptions = [/^(\d+")/.exec(printed ?? '')?.[1], statuses[release.status ?? '']].filter((one) => one !== undefined);
  gathering.add(
    given(own, 'ReleaseFormat', iri.format(release.id, format), {
      position: Math.max(1, position),
      format_type: formatWithin(printed ?? ''),
      title: short(text(medium, 'title')),
      descriptions: descriptions.length > 0 ? descriptions : undefined,
      text: printed === undefined || plain.has(printed) ? undefined : printed,
    }),
  );
  return format;
}

/** Names that say no more than the type of the format does. */
const plain = new Set(['CD', 'Vinyl', 'Cassette', 'Digital Media', 'DVD', 'Blu-ray', 'SACD', 'MiniDisc', 'Other']);

/** What a release that is not official is, in the words that collectors use. */
const statuses: Readonly<Record<string, string>> = {
  Promotion: 'Promo',
  Bootleg: 'Unofficial Release',
  'Pseudo-Release': 'Pseudo-Release',
  Withdrawn: 'Withdrawn',
  Cancelled: 'Cancelled',
  Expunged: 'Expunged',
};
