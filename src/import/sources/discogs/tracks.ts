import { uuidOf } from '../../../store/values/identifiers';
import { type Credit, line, prose } from '../shared/records';
import { trackRemarks } from '../shared/remarks';
import { discogsCreditLine, printedCredit, roleCredits, withoutRepeats } from './credits';
import { type DiscogsDisc, dealToDiscs, discogsFormats } from './discs';
import { type DiscogsReferences, emit, type Output, whole } from './records';
import { type DiscogsTrack, flattened, trackHeadingOf } from './tracklist';
import { durationOf, elementText, listed, type XmlValue } from './values';

/** A release whose formats and tracks are emitted, with facts found before. */
export interface TrackTarget {
  readonly release: string;
  /** Seed of the UUIDs of its formats and tracks: "discogs:release:123". */
  readonly name: string;
  readonly isShow: boolean;
  readonly credits: ReadonlyMap<DiscogsTrack, readonly Credit[]>;
  readonly isrcs: ReadonlyMap<DiscogsTrack, { readonly isrc_code: string }>;
}

export function emitFormats(
  release: XmlValue,
  target: TrackTarget,
  tracks: readonly DiscogsTrack[],
  references: DiscogsReferences,
  to: Output,
): void {
  const numbers = new Map(flattened(tracks).map((track, index) => [track, index + 1]));
  const idOf = (track: DiscogsTrack) => uuidOf(`${target.name}:track:${numbers.get(track)}`);
  const discs = dealToDiscs(tracks, (track) => track.position, discogsFormats(release));
  for (const [index, disc] of discs.entries()) {
    const format = uuidOf(`${target.name}:format:${index + 1}`);
    const { type, descriptions, text } = disc.format;
    const title = titleOf(disc);
    emit(to, whole, 'ReleaseFormat', [target.release, format], {
      position: index + 1,
      format_type: type,
      quantity: disc.quantity,
      ...(title && { title }),
      ...(descriptions && { descriptions }),
      ...(text && { text }),
    });
    for (const [place, track] of disc.tracks.entries()) {
      const heading = trackHeadingOf(track);
      const attributes = attributesOf(track, place + 1, heading === title ? undefined : heading, target, references, to);
      if (track.parts.length > 0) {
        attributes._type = 'compound';
        attributes.sub_tracks = track.parts.map((part, at) => ({
          id: idOf(part),
          ...attributesOf(part, at + 1, undefined, target, references, to),
        }));
      }
      emit(to, whole, 'ReleaseTrack', [target.release, format, idOf(track)], attributes);
    }
  }
}

/** A heading above all tracks of a disc is its title. */
function titleOf({ tracks }: DiscogsDisc<DiscogsTrack>): string | undefined {
  const [first] = tracks;
  const heading = first && trackHeadingOf(first);
  return tracks.every((track) => trackHeadingOf(track) === heading) ? heading : undefined;
}

/**
 * Attributes of a track. Headings above some tracks ("Bonus Tracks", or the work of several movements) and credits without a
 * Discogs artist go into its notes.
 */
function attributesOf(
  track: DiscogsTrack,
  position: number,
  heading: string | undefined,
  target: TrackTarget,
  references: DiscogsReferences,
  to: Output,
): Record<string, unknown> {
  const { element } = track;
  const attributes: Record<string, unknown> = { position, title: track.title || 'Untitled', ...trackRemarks(track.title) };
  const number = line(elementText(element, 'position'));
  if (number !== '') attributes.number = number;
  Object.assign(attributes, durationOf(elementText(element, 'duration')), target.isrcs.get(track));
  const printed = addNames(attributes, track, target, references, to);
  const notes = [...(heading === undefined ? [] : [heading]), ...printed];
  if (notes.length > 0) attributes.notes = prose(notes.join('\n'));
  return attributes;
}

/**
 * Adds artists and credits to a track: its own, those of its headings, and release credits that name it. Returns printed credits
 * without a Discogs artist.
 */
function addNames(
  attributes: Record<string, unknown>,
  track: DiscogsTrack,
  { credits: ofRelease, isShow }: TrackTarget,
  references: DiscogsReferences,
  to: Output,
): readonly string[] {
  const own = creditedOn(track).map((artist) => ({ artist, credits: roleCredits(artist, references, to, isShow) }));
  const credits = withoutRepeats([...own.flatMap((one) => one.credits), ...(ofRelease.get(track) ?? [])]);
  const by = discogsCreditLine(artistsOf(track), references, to, credits);
  if (by.artists.length > 0) attributes.artists = by.artists;
  if (by.text !== '') attributes.artist_credit = by.text;
  if (by.unlinked.length > 0) attributes.artist_text = line(by.unlinked.join(', '));
  if (credits.length > 0) attributes.credits = credits;
  return own.filter((one) => one.credits.length === 0).map(({ artist }) => printedCredit(artist));
}

const creditedOn = ({ element, headings }: DiscogsTrack): readonly XmlValue[] =>
  [element, ...headings.map((heading) => heading.element)].flatMap((one) => listed(one, 'extraartists', 'artist'));

/** Credits printed by tracks and headings. */
export const ownCredits = (
  tracks: readonly DiscogsTrack[],
  { isShow }: Pick<TrackTarget, 'isShow'>,
  references: DiscogsReferences,
  to: Output,
): readonly Credit[] =>
  flattened(tracks).flatMap((track) => creditedOn(track).flatMap((artist) => roleCredits(artist, references, to, isShow)));

/** A heading may credit all tracks below it. */
function artistsOf({ element, headings }: DiscogsTrack): readonly XmlValue[] {
  const own = listed(element, 'artists', 'artist');
  if (own.length > 0) return own;
  return headings.map((heading) => listed(heading.element, 'artists', 'artist')).findLast((artists) => artists.length > 0) ?? own;
}
