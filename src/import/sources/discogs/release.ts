import { RecordError } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { type Credit, isrcOf, line, linkTo, type NotTaken, prose } from '../shared/records';
import { trackRemarks } from '../shared/remarks';
import { emitAlbumOf, emitEntriesOf } from './albums-and-productions';
import { type DistributedCredits, discogsCreditLine, distributeCredits, printedCredit, roleCredits, withoutRepeats } from './credits';
import { type DiscogsDisc, dealToDiscs, discogsFormats } from './discs';
import {
  companiesOfElement,
  eventsOf,
  identifiersOfElement,
  isOfShow,
  limitedEdition,
  packagingRelation,
  releaseLabelsOf,
  sortsOf,
} from './edition';
import { type DiscogsReferences, emit, emitReleaseLink, type Output, whole } from './records';
import { type DiscogsTrack, flattened, positionKey, readTracklist, trackHeadingOf } from './tracklist';
import { attributeOf, countBeyond, discogsIdOf, durationOf, elementText, listed, ownReleaseId, plainOf, type XmlValue } from './values';

export function mapReleaseElement(element: XmlValue, references: DiscogsReferences, to: Output, notTaken: NotTaken): void {
  const id = discogsIdOf(attributeOf(element, 'id'));
  const title = line(elementText(element, 'title'));
  if (id === undefined) throw new RecordError('The release has no valid id (a whole number of up to 15 digits).');
  if (title === '') throw new RecordError('The release has no title.');
  countBeyond(element, notTaken);
  const tracks = readTracklist(element, notTaken);
  const distributed = distributeCredits(element, tracks, references, to);
  const isrcs = isrcsOf(element, flattened(tracks));
  const by = discogsCreditLine(listed(element, 'artists', 'artist'), references, to, distributed.release);
  const own = {
    title,
    ...eventsOf(element, notTaken),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
  };
  const album = emitAlbumOf(element, own, to);
  const uuid = ownReleaseId(id);
  const attributes = {
    ...own,
    ...identifiersOfElement(element, (identifier) => isrcs.identifiers.has(identifier)),
    ...(distributed.release.length > 0 && { credits: distributed.release }),
    ...releaseLabelsOf(element, references, to),
    ...companiesOfElement(element, references, to),
    ...sortsOf(element),
    ...limitedEdition(element),
    ...notesOf(element, distributed),
    provisional: false,
  };
  const relationships = { ...packagingRelation(element, references), ...(album && { album: linkTo('Album', album) }) };
  emit(to, whole, 'Release', [uuid], attributes, relationships);
  emitReleaseLink(to, uuid, id);
  const target = {
    release: uuid,
    name: `discogs:release:${id}`,
    isShow: isOfShow(element),
    credits: distributed.tracks,
    isrcs: isrcs.ofTracks,
  };
  emitFormats(element, target, tracks, references, to);
  const creditsOfTracks = () => [...[...distributed.tracks.values()].flat(), ...ownCredits(tracks, target, references, to)];
  emitEntriesOf(element, { id, title, credits: distributed.release, cover: by, creditsOfTracks }, to);
}

/** Notes followed by credits without a Discogs artist. */
function notesOf(element: XmlValue, { printed }: DistributedCredits): object {
  const notes = [plainOf(elementText(element, 'notes')), printed.join('\n')].filter((part) => part !== '').join('\n\n');
  return notes === '' ? {} : { notes: prose(notes) };
}

/** ISRCs by track, and the identifiers they come from. */
interface Isrcs {
  readonly ofTracks: ReadonlyMap<DiscogsTrack, { readonly isrc_code: string }>;
  readonly identifiers: ReadonlySet<XmlValue>;
}

/** ISRCs among the identifiers: by a position in their description, or one per track in order. */
function isrcsOf(release: XmlValue, tracks: readonly DiscogsTrack[]): Isrcs {
  const found = listed(release, 'identifiers', 'identifier')
    .filter((identifier) => attributeOf(identifier, 'type').toUpperCase() === 'ISRC')
    .flatMap((identifier) => {
      const isrc = isrcOf(attributeOf(identifier, 'value'));
      return isrc === undefined ? [] : [{ identifier, isrc, at: describedPosition(attributeOf(identifier, 'description')) }];
    });
  const ofTracks = new Map<DiscogsTrack, { readonly isrc_code: string }>();
  const identifiers = new Set<XmlValue>();
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

const describedPosition = (description: string): string => positionKey(line(description).replace(/^(?:track|trk\.?)\s*/i, ''));

/** A release whose formats and tracks are emitted, with facts found before. */
interface TrackTarget {
  readonly release: string;
  /** Seed of the UUIDs of its formats and tracks: "discogs:release:123". */
  readonly name: string;
  readonly isShow: boolean;
  readonly credits: ReadonlyMap<DiscogsTrack, readonly Credit[]>;
  readonly isrcs: ReadonlyMap<DiscogsTrack, { readonly isrc_code: string }>;
}

function emitFormats(
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
const ownCredits = (
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
