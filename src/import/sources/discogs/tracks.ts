import type { FormatType } from '../../../catalog/vocabularies/vocabularies';
import { uuidOf } from '../../../records/write/uuid-v5';
import { formatsOfPosition, formatsWithNumbers, formatsWithSides } from '../shared/formats';
import type { Credit } from '../shared/records';
import { trackRemarks } from '../shared/track-versions';
import { line, prose } from '../shared/values';
import { discogsCreditLine, printedCredit, roleCredits, withoutRepeats } from './credits';
import { discogsFormats, type Format } from './formats';
import { emit, type Output, whole } from './records';
import type { DiscogsReferences } from './references';
import { type DiscogsTrack, flattened, trackHeadingOf } from './tracklist';
import { durationOf } from './values';
import { elementText, listed, type XmlValue } from './xml';

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

/** A format of ours: one disc, or several that the track list does not distinguish. */
export interface DiscogsDisc<T> {
  readonly format: Format;
  readonly quantity: number;
  readonly tracks: readonly T[];
}

/**
 * Distributes tracks to discs by position: "2-5", "CD2-5", "C3" on the second record. Indistinguishable tracks all go on the
 * first disc.
 */
export function dealToDiscs<T>(
  tracks: readonly T[],
  positionOf: (track: T) => string,
  formats: readonly Format[],
): readonly DiscogsDisc<T>[] {
  const slots = formats.flatMap((format) => Array.from({ length: format.quantity }, (): Slot<T> => ({ format, tracks: [] })));
  if (slots.length === 0) slots.push({ format: { type: 'other', quantity: 1 }, tracks: [] });
  const byMark = new Map<string, Slot<T>>();
  let current: Slot<T> | undefined;
  for (const track of tracks) {
    const mark = slots.length === 1 ? anyMark : markOf(positionOf(track), slots.length);
    if (mark === undefined) {
      // A track without a position follows the one before it.
      current ??= slots[0] as Slot<T>;
    } else {
      current = byMark.get(mark.key) ?? takeSlot(slots, mark);
      byMark.set(mark.key, current);
    }
    current.tracks.push(track);
  }
  return gather(slots);
}

interface Slot<T> {
  readonly format: Format;
  readonly tracks: T[];
}

interface DiscMark {
  readonly key: string;
  readonly types?: readonly FormatType[];
  /** From 1, among all discs. */
  readonly number?: number;
}

const anyMark: DiscMark = { key: '' };

const anyDisc = new Set(['DISC', 'DISK']);

function markOf(position: string, discs: number): DiscMark | undefined {
  const text = position.trim().toUpperCase();
  if (text === '') return undefined;
  const [, medium, mediumNumber = ''] = /^([A-Z][A-Z-]*[A-Z])(?:\s?(\d{1,3})(?=[-.:]))?/.exec(text) ?? [];
  const word = medium?.replace('-', '') ?? '';
  const types = anyDisc.has(word) ? [] : formatsOfPosition(word);
  if (types !== undefined) {
    return { key: `${medium} ${mediumNumber}`, types, ...(types.length === 0 && mediumNumber !== '' && { number: Number(mediumNumber) }) };
  }
  const disc = /^(\d{1,3})(?:-|\.(?=\d))/.exec(text)?.[1];
  if (disc !== undefined && Number(disc) <= discs) return { key: `disc ${Number(disc)}`, number: Number(disc) };
  const [, side, same] = /^([A-Z])(\1)?(?![A-Z])/.exec(text) ?? [];
  // A doubled letter is the other side of a single, or continues after Z.
  if (side !== undefined)
    return { key: `sides ${Math.floor((side.charCodeAt(0) - 65 + (same && side !== 'A' ? 26 : 0)) / 2)}`, types: formatsWithSides };
  return { key: 'numbers', types: formatsWithNumbers };
}

/** The disc meant: by number, else the first free one of its kind, else any free one, else the last. */
function takeSlot<T>(slots: readonly Slot<T>[], { types, number }: DiscMark): Slot<T> {
  const numbered = number === undefined ? undefined : slots[number - 1];
  if (numbered !== undefined && numbered.tracks.length === 0) return numbered;
  const free = slots.filter((slot) => slot.tracks.length === 0);
  return (free.find((slot) => types?.includes(slot.format.type)) ?? free[0] ?? slots.at(-1)) as Slot<T>;
}

/** Discs without tracks are combined with the preceding one of the same format. */
function gather<T>(slots: readonly Slot<T>[]): readonly DiscogsDisc<T>[] {
  const discs: { format: Format; quantity: number; tracks: readonly T[] }[] = [];
  for (const { format, tracks } of slots) {
    const last = discs.at(-1);
    if (last?.format === format && (tracks.length === 0 || last.tracks.length === 0)) {
      last.quantity++;
      if (tracks.length > 0) last.tracks = tracks;
    } else discs.push({ format, quantity: 1, tracks });
  }
  return discs;
}
