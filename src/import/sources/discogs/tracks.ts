import { uuidOf } from '../../uuid-v5';
import type { Credit } from '../shared/credits';
import { isrcOf } from '../shared/isrc';
import { line } from '../shared/text';
import { creditLine, roleCredits, withoutRepeats } from './credits';
import { formatsOf } from './formats';
import { type Given, give, type References } from './references';
import { positionKey, tracksOf } from './roles';
import { flattened, type ListedTrack } from './tracklist';
import { type Disc, dealToDiscs } from './tracks-to-discs';
import { durationOf } from './values';
import { attributeOf, listed, textOf, type Value } from './xml';

/** What the credits of a release say of its tracks. */
export interface Credited {
  readonly release: readonly Credit[];
  /** By the places in the flattened tracklist. */
  readonly tracks: ReadonlyMap<ListedTrack, readonly Credit[]>;
}

/** Deals the credits of a release to the release and to the tracks that they name. */
export function dealCredits(release: Value, tracks: readonly ListedTrack[], references: References, to: Given): Credited {
  const all = flattened(tracks);
  const positions = all.map((track) => track.position);
  const ofRelease: Credit[] = [];
  const ofTracks = new Map<ListedTrack, Credit[]>();
  for (const element of listed(release, 'extraartists', 'artist').slice(0, mostCredited)) {
    const credits = roleCredits(element, references, to);
    const named = credits.length > 0 ? tracksOf(textOf(element, 'tracks'), positions) : undefined;
    if (named === undefined) ofRelease.push(...credits);
    for (const index of named ?? []) {
      const track = all[index] as ListedTrack;
      const given = ofTracks.get(track);
      if (given === undefined) ofTracks.set(track, [...credits]);
      else given.push(...credits);
    }
  }
  return { release: withoutRepeats(ofRelease), tracks: ofTracks };
}

const mostCredited = 2_000;

/** Where the records of formats and tracks go. */
export interface TrackTarget {
  /** The UUID of the release in the catalog. */
  readonly release: string;
  /** What their own UUIDs are made of: "discogs:release:123". */
  readonly name: string;
  readonly mode: 'whole' | 'fill';
}

export const formatIdOf = (name: string, position: number): string => uuidOf(`${name}:format:${position}`);

/** Gives the formats of a release, with their tracks. */
export function giveFormats(
  release: Value,
  target: TrackTarget,
  credited: Credited,
  tracks: readonly ListedTrack[],
  references: References,
  to: Given,
): void {
  const isrcs = isrcsOf(release, flattened(tracks));
  const numbers = new Map(flattened(tracks).map((track, index) => [track, index + 1]));
  const attributesOf = (track: ListedTrack, position: number): Record<string, unknown> => {
    const attributes: Record<string, unknown> = { position, title: track.title || 'Untitled' };
    Object.assign(attributes, durationOf(textOf(track.element, 'duration')), isrcs.get(track));
    addNames(attributes, track.element, credited.tracks.get(track) ?? [], references, to);
    return attributes;
  };
  const discs = dealToDiscs(tracks, (track) => track.position, formatsOf(release));
  for (const [index, disc] of discs.entries()) {
    const format = formatIdOf(target.name, index + 1);
    const title = titleOf(disc);
    give(to, target.mode, 'ReleaseFormat', [target.release, format], {
      position: index + 1,
      format_type: disc.type,
      quantity: disc.quantity,
      ...(title && { title }),
    });
    const idOf = (one: ListedTrack) => uuidOf(`${target.name}:track:${numbers.get(one)}`);
    for (const [place, track] of disc.tracks.entries()) {
      const attributes = attributesOf(track, place + 1);
      // A heading above some tracks of a disc is told by them: "Bonus Tracks", the work that movements are of.
      if (track.heading !== undefined && track.heading !== title) attributes.notes = track.heading;
      if (track.parts.length > 0) {
        attributes._type = 'compound';
        attributes.sub_tracks = track.parts.map((part, at) => ({ id: idOf(part), ...attributesOf(part, at + 1) }));
      }
      give(to, target.mode, 'ReleaseTrack', [target.release, format, idOf(track)], attributes);
    }
  }
}

const performer = (): string => 'Performer';

/** A heading above all the tracks of a disc is its title. */
function titleOf(disc: Disc<ListedTrack>): string | undefined {
  const heading = disc.tracks[0]?.heading;
  return disc.tracks.every((track) => track.heading === heading) ? heading : undefined;
}

/** Who a track is by, and who worked on it: its own credits, and those of the release that name it. */
function addNames(
  attributes: Record<string, unknown>,
  element: Value,
  credits: readonly Credit[],
  references: References,
  to: Given,
): void {
  const by = creditLine(listed(element, 'artists', 'artist'), references, to, performer);
  if (by.artists.length > 0) attributes.artists = by.artists;
  if (by.text !== '') attributes.artist_credit = by.text;
  if (by.unlinked.length > 0) attributes.artist_text = line(by.unlinked.join(', '));
  const own = listed(element, 'extraartists', 'artist').flatMap((artist) => roleCredits(artist, references, to));
  if (own.length + credits.length > 0) attributes.credits = withoutRepeats([...own, ...credits]);
}

/** ISRCs stand among the identifiers of the release: by a position in their description, or one for each track in order. */
function isrcsOf(release: Value, tracks: readonly ListedTrack[]): ReadonlyMap<ListedTrack, { readonly isrc_code: string }> {
  const found = listed(release, 'identifiers', 'identifier')
    .filter((identifier) => attributeOf(identifier, 'type') === 'ISRC')
    .map((identifier) => ({
      isrc: isrcOf(attributeOf(identifier, 'value')),
      at: describedPosition(attributeOf(identifier, 'description')),
    }))
    .filter((one): one is { isrc: string; at: string } => one.isrc !== undefined);
  const assigned = new Map<ListedTrack, { readonly isrc_code: string }>();
  if (found.length === 0) return assigned;
  const places = new Map(tracks.map((track) => [positionKey(track.position), track]));
  const isInOrder = found.length === tracks.length && found.every(({ at }) => at === '');
  for (const [index, { isrc, at }] of found.entries()) {
    const track = isInOrder ? tracks[index] : at === '' ? undefined : places.get(at);
    if (track !== undefined && !assigned.has(track)) assigned.set(track, { isrc_code: isrc });
  }
  return assigned;
}

const describedPosition = (description: string): string =>
  positionKey(
    line(description)
      .replace(/^(?:track|trk\.?)\s*/i, '')
      .replace(/^0+(?=\d)/, ''),
  );
