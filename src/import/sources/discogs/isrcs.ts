import { isrcOf } from '../shared/isrc';
import { line } from '../shared/text';
import { positionKey } from './ranges';
import type { ListedTrack } from './tracklist';
import { attributeOf, listed, type Value } from './xml';

/** Which track has which ISRC, and the identifiers of the release that say so. */
export interface Isrcs {
  readonly ofTracks: ReadonlyMap<ListedTrack, { readonly isrc_code: string }>;
  readonly identifiers: ReadonlySet<Value>;
}

/** ISRCs stand among the identifiers of the release: by a position in their description, or one for each track in order. */
export function isrcsOf(release: Value, tracks: readonly ListedTrack[]): Isrcs {
  const found = listed(release, 'identifiers', 'identifier')
    .filter((identifier) => attributeOf(identifier, 'type').toUpperCase() === 'ISRC')
    .flatMap((identifier) => {
      const isrc = isrcOf(attributeOf(identifier, 'value'));
      return isrc === undefined ? [] : [{ identifier, isrc, at: describedPosition(attributeOf(identifier, 'description')) }];
    });
  const ofTracks = new Map<ListedTrack, { readonly isrc_code: string }>();
  const identifiers = new Set<Value>();
  if (found.length === 0) return { ofTracks, identifiers };
  const places = new Map(tracks.map((track) => [positionKey(track.position), track]));
  const isInOrder = found.length === tracks.length && found.every(({ at }) => at === '');
  for (const [index, { identifier, isrc, at }] of found.entries()) {
    const track = isInOrder ? tracks[index] : at === '' ? undefined : places.get(at);
    if (track === undefined || ofTracks.has(track)) continue;
    ofTracks.set(track, { isrc_code: isrc });
    identifiers.add(identifier);
  }
  return { ofTracks, identifiers };
}

const describedPosition = (description: string): string =>
  positionKey(
    line(description)
      .replace(/^(?:track|trk\.?)\s*/i, '')
      .replace(/^0+(?=\d)/, ''),
  );
