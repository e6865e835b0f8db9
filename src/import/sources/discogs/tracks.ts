import { uuidOf } from '../../uuid-v5';
import type { Credit } from '../shared/credits';
import { line, prose } from '../shared/text';
import { creditLine, printedCredit, roleCredits, withoutRepeats } from './credits';
import { type Given, give, whole } from './fields';
import { formatsOf } from './formats';
import type { References } from './references';
import { flattened, headingOf, type ListedTrack } from './tracklist';
import { type Disc, dealToDiscs } from './tracks-to-discs';
import { durationOf } from './values';
import { listed, textOf, type Value } from './xml';

/** A release whose formats and tracks are given, and what was found out about these before. */
export interface TrackTarget {
  /** Its UUID. */
  readonly release: string;
  /** What the UUIDs of its formats and tracks are made of: "discogs:release:123". */
  readonly name: string;
  readonly isShow: boolean;
  readonly credits: ReadonlyMap<ListedTrack, readonly Credit[]>;
  readonly isrcs: ReadonlyMap<ListedTrack, { readonly isrc_code: string }>;
}

/** Gives the formats of a release, with their tracks. */
export function giveFormats(release: Value, target: TrackTarget, tracks: readonly ListedTrack[], references: References, to: Given): void {
  const numbers = new Map(flattened(tracks).map((track, index) => [track, index + 1]));
  const idOf = (track: ListedTrack) => uuidOf(`${target.name}:track:${numbers.get(track)}`);
  const discs = dealToDiscs(tracks, (track) => track.position, formatsOf(release));
  for (const [index, disc] of discs.entries()) {
    const format = uuidOf(`${target.name}:format:${index + 1}`);
    const { type, descriptions, text } = disc.format;
    const title = titleOf(disc);
    give(to, whole, 'ReleaseFormat', [target.release, format], {
      position: index + 1,
      format_type: type,
      quantity: disc.quantity,
      ...(title && { title }),
      ...(descriptions && { descriptions }),
      ...(text && { text }),
    });
    for (const [place, track] of disc.tracks.entries()) {
      const heading = headingOf(track);
      const attributes = attributesOf(track, place + 1, heading === title ? undefined : heading, target, references, to);
      if (track.parts.length > 0) {
        attributes._type = 'compound';
        attributes.sub_tracks = track.parts.map((part, at) => ({
          id: idOf(part),
          ...attributesOf(part, at + 1, undefined, target, references, to),
        }));
      }
      give(to, whole, 'ReleaseTrack', [target.release, format, idOf(track)], attributes);
    }
  }
}

/** A heading above all the tracks of a disc is its title. */
function titleOf({ tracks }: Disc<ListedTrack>): string | undefined {
  const [first] = tracks;
  const heading = first && headingOf(first);
  return tracks.every((track) => headingOf(track) === heading) ? heading : undefined;
}

/**
 * What is said of a track. A heading above some tracks of a disc is told by them ("Bonus Tracks", the work that movements
 * are of), and so are credits of those of whom Discogs has no record.
 */
function attributesOf(
  track: ListedTrack,
  position: number,
  heading: string | undefined,
  target: TrackTarget,
  references: References,
  to: Given,
): Record<string, unknown> {
  const { element } = track;
  const attributes: Record<string, unknown> = { position, title: track.title || 'Untitled' };
  const number = line(textOf(element, 'position'));
  if (number !== '') attributes.number = number;
  Object.assign(attributes, durationOf(textOf(element, 'duration')), target.isrcs.get(track));
  const printed = addNames(attributes, track, target, references, to);
  const notes = [...(heading === undefined ? [] : [heading]), ...printed];
  if (notes.length > 0) attributes.notes = prose(notes.join('\n'));
  return attributes;
}

/**
 * Who a track is by, and who worked on it: its own credits, those of the headings above it, and those of the release that
 * name it. Gives those of whom Discogs has no record, as printed.
 */
function addNames(
  attributes: Record<string, unknown>,
  track: ListedTrack,
  { credits: ofRelease, isShow }: TrackTarget,
  references: References,
  to: Given,
): readonly string[] {
  const own = creditedOn(track).map((artist) => ({ artist, credits: roleCredits(artist, references, to, isShow) }));
  const credits = withoutRepeats([...own.flatMap((one) => one.credits), ...(ofRelease.get(track) ?? [])]);
  const by = creditLine(artistsOf(track), references, to, credits);
  if (by.artists.length > 0) attributes.artists = by.artists;
  if (by.text !== '') attributes.artist_credit = by.text;
  if (by.unlinked.length > 0) attributes.artist_text = line(by.unlinked.join(', '));
  if (credits.length > 0) attributes.credits = credits;
  return own.filter((one) => one.credits.length === 0).map(({ artist }) => printedCredit(artist));
}

const creditedOn = ({ element, headings }: ListedTrack): readonly Value[] =>
  [element, ...headings.map((heading) => heading.element)].flatMap((one) => listed(one, 'extraartists', 'artist'));

/** Credits that tracks and their headings print themselves. */
export const ownCredits = (
  tracks: readonly ListedTrack[],
  { isShow }: Pick<TrackTarget, 'isShow'>,
  references: References,
  to: Given,
): readonly Credit[] =>
  flattened(tracks).flatMap((track) => creditedOn(track).flatMap((artist) => roleCredits(artist, references, to, isShow)));

/** A heading may say whom all below it is by. */
function artistsOf({ element, headings }: ListedTrack): readonly Value[] {
  const own = listed(element, 'artists', 'artist');
  if (own.length > 0) return own;
  return headings.map((heading) => listed(heading.element, 'artists', 'artist')).findLast((artists) => artists.length > 0) ?? own;
}
