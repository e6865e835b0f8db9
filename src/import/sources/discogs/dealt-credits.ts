import { type Credit, mostCredited } from '../shared/credits';
import { printedCredit, roleCredits, withoutRepeats } from './credits';
import { isOfShow } from './evidence';
import type { Given } from './give';
import { rangesIn } from './ranges';
import type { References } from './references';
import { flattened, type ListedTrack } from './tracklist';
import { listed, textOf, type Value } from './xml';

/** What the credits of a release say of it and of its tracks. */
export interface Dealt {
  readonly release: readonly Credit[];
  readonly tracks: ReadonlyMap<ListedTrack, readonly Credit[]>;
  /** Those of whom Discogs has no record, as printed. */
  readonly printed: readonly string[];
}

/**
 * Deals the credits of a release to the release and to the tracks that they name. Where it cannot be told which tracks those
 * are, the release has them, with the tracks as printed.
 */
export function dealCredits(release: Value, tracks: readonly ListedTrack[], references: References, to: Given): Dealt {
  const all = flattened(tracks);
  const isShow = isOfShow(release);
  const rangeOf = rangesIn(all.map((track) => track.position));
  const ofRelease: Credit[] = [];
  const ofTracks = new Map<ListedTrack, Credit[]>();
  const printed: string[] = [];
  for (const element of listed(release, 'extraartists', 'artist').slice(0, mostCredited)) {
    const named = textOf(element, 'tracks');
    const range = rangeOf(named);
    const credits = roleCredits(element, references, to, isShow, range === 'unknown' ? named : undefined);
    if (credits.length === 0) printed.push(printedCredit(element));
    if (typeof range === 'string') ofRelease.push(...credits);
    else for (const index of range) addTo(ofTracks, all[index] as ListedTrack, credits);
  }
  return { release: withoutRepeats(ofRelease), tracks: ofTracks, printed: printed.filter((line) => line !== '') };
}

function addTo(ofTracks: Map<ListedTrack, Credit[]>, track: ListedTrack, credits: readonly Credit[]): void {
  const given = ofTracks.get(track);
  if (given === undefined) ofTracks.set(track, [...credits]);
  else given.push(...credits);
}
