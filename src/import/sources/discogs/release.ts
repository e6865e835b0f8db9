import { RecordError } from '../../../records/write/record';
import { type Credit, isrcOf, line, linkTo, mostCredited, type NotTaken, prose } from '../shared/records';
import { emitAlbumOf, emitEntriesOf } from './albums-and-productions';
import { discogsCreditLine, printedCredit, roleCredits, withoutRepeats } from './credits';
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
import { type DiscogsTrack, flattened, positionKey, rangesIn, readTracklist, remarksIn } from './tracklist';
import { emitFormats, ownCredits } from './tracks';
import { attributeOf, countBeyond, discogsIdOf, elementText, listed, ownReleaseId, plainOf, type XmlValue } from './values';

export function mapReleaseElement(element: XmlValue, references: DiscogsReferences, to: Output, notTaken: NotTaken): void {
  const id = discogsIdOf(attributeOf(element, 'id'));
  const title = line(elementText(element, 'title'));
  if (id === undefined) throw new RecordError('The release has no valid id (a whole number of up to 15 digits).');
  if (title === '') throw new RecordError('The release has no title.');
  countBeyond(element, notTaken);
  const tracks = readTracklist(element, notTaken);
  const dealt = dealCredits(element, tracks, references, to);
  const isrcs = isrcsOf(element, flattened(tracks));
  const by = discogsCreditLine(listed(element, 'artists', 'artist'), references, to, dealt.release);
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
    ...(dealt.release.length > 0 && { credits: dealt.release }),
    ...releaseLabelsOf(element, references, to),
    ...companiesOfElement(element, references, to),
    ...sortsOf(element),
    ...limitedEdition(element),
    ...notesOf(element, dealt),
    provisional: false,
  };
  const relationships = { ...packagingRelation(element, references), ...(album && { album: linkTo('Album', album) }) };
  emit(to, whole, 'Release', [uuid], attributes, relationships);
  emitReleaseLink(to, uuid, id);
  const target = {
    release: uuid,
    name: `discogs:release:${id}`,
    isShow: isOfShow(element),
    credits: dealt.tracks,
    isrcs: isrcs.ofTracks,
  };
  emitFormats(element, target, tracks, references, to);
  const creditsOfTracks = () => [...[...dealt.tracks.values()].flat(), ...ownCredits(tracks, target, references, to)];
  emitEntriesOf(element, { id, title, credits: dealt.release, cover: by, creditsOfTracks }, to);
}

/** Notes followed by credits without a Discogs artist. */
function notesOf(element: XmlValue, { printed }: Dealt): object {
  const notes = [plainOf(elementText(element, 'notes')), printed.join('\n')].filter((part) => part !== '').join('\n\n');
  return notes === '' ? {} : { notes: prose(notes) };
}

interface Dealt {
  readonly release: readonly Credit[];
  readonly tracks: ReadonlyMap<DiscogsTrack, readonly Credit[]>;
  /** As printed. */
  readonly printed: readonly string[];
}

/**
 * Distributes release credits to the tracks they name. If those are unclear, the release keeps the credit with the tracks as
 * printed.
 */
function dealCredits(release: XmlValue, tracks: readonly DiscogsTrack[], references: DiscogsReferences, to: Output): Dealt {
  const all = flattened(tracks);
  const isShow = isOfShow(release);
  const rangeOf = rangesIn(all.map((track) => track.position));
  const ofRelease: Credit[] = [];
  const ofTracks = new Map<DiscogsTrack, Credit[]>();
  const printed: string[] = [];
  for (const element of listed(release, 'extraartists', 'artist').slice(0, mostCredited)) {
    const named = elementText(element, 'tracks');
    const range = rangeOf(named);
    const credits = roleCredits(element, references, to, isShow, range === 'unknown' ? named : undefined).map((credit) =>
      typeof range === 'string' ? credit : remarked(credit, remarksIn(named)),
    );
    if (credits.length === 0) printed.push(printedCredit(element));
    if (typeof range === 'string') ofRelease.push(...credits);
    else for (const index of range) addTo(ofTracks, all[index] as DiscogsTrack, credits);
  }
  return { release: withoutRepeats(ofRelease), tracks: ofTracks, printed: printed.filter((line) => line !== '') };
}

const remarked = (credit: Credit, remark: string): Credit =>
  remark === '' ? credit : { ...credit, detail: line([credit.detail, remark].filter((part) => part !== undefined).join(', ')) };

function addTo(ofTracks: Map<DiscogsTrack, Credit[]>, track: DiscogsTrack, credits: readonly Credit[]): void {
  const former = ofTracks.get(track);
  if (former === undefined) ofTracks.set(track, [...credits]);
  else former.push(...credits);
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
