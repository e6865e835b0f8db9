import { releaseLink } from '../../../records/discogs-ids';
import { RecordError } from '../../../records/record';
import { linkTo } from '../shared/addresses';
import type { NotTaken } from '../shared/not-taken';
import { line, prose } from '../shared/text';
import { giveAlbumOf } from './albums';
import { countBeyond } from './bounds';
import { creditLine } from './credits';
import { type Dealt, dealCredits } from './dealt-credits';
import { companiesOf, eventsOf, identifiersOf, labelsOf, packagingRelation, sortsOf } from './edition';
import { isOfShow } from './evidence';
import { type Given, give, inPassing, whole } from './give';
import { isrcsOf } from './isrcs';
import { plainOf } from './markup';
import { ownReleaseId } from './own-ids';
import { giveEntryOf } from './productions';
import type { References } from './references';
import { flattened, readTracklist } from './tracklist';
import { giveFormats, ownCredits } from './tracks';
import { idOf } from './values';
import { attributeOf, listed, textOf, type Value } from './xml';

/** The records of a `<release>`. */
export function readRelease(element: Value, references: References, to: Given, notTaken: NotTaken): void {
  const id = idOf(attributeOf(element, 'id'));
  const title = line(textOf(element, 'title'));
  if (id === undefined) throw new RecordError('The release has no id: a whole number from 1, of 15 digits at most.');
  if (title === '') throw new RecordError('The release has no title.');
  countBeyond(element, notTaken);
  const tracks = readTracklist(element, notTaken);
  const dealt = dealCredits(element, tracks, references, to);
  const isrcs = isrcsOf(element, flattened(tracks));
  const by = creditLine(listed(element, 'artists', 'artist'), references, to, dealt.release);
  const own = {
    title,
    ...eventsOf(element, notTaken),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
  };
  const album = giveAlbumOf(element, own, to);
  const uuid = ownReleaseId(id);
  const attributes = {
    ...own,
    ...identifiersOf(element, (identifier) => isrcs.identifiers.has(identifier)),
    ...(dealt.release.length > 0 && { credits: dealt.release }),
    ...labelsOf(element, references, to),
    ...companiesOf(element, references, to),
    ...sortsOf(element),
    ...notesOf(element, dealt),
    provisional: false,
  };
  const relationships = { ...packagingRelation(element, references), ...(album && { album: linkTo('Album', album) }) };
  give(to, whole, 'Release', [uuid], attributes, relationships);
  giveReleaseLink(to, uuid, id);
  const target = {
    release: uuid,
    name: `discogs:release:${id}`,
    isShow: isOfShow(element),
    credits: dealt.tracks,
    isrcs: isrcs.ofTracks,
  };
  giveFormats(element, target, tracks, references, to);
  const creditsOfTracks = () => [...[...dealt.tracks.values()].flat(), ...ownCredits(tracks, target, references, to)];
  giveEntryOf(element, { id, title, credits: dealt.release, cover: by, creditsOfTracks }, to);
}

export function giveReleaseLink(to: Given, uuid: string, id: string): void {
  const link = releaseLink(id);
  give(to, inPassing, 'ReleaseExternalLink', [uuid, link.id], link.attributes);
}

/** Its notes, and behind them the credits of those of whom Discogs has no record. */
function notesOf(element: Value, { printed }: Dealt): object {
  const notes = [plainOf(textOf(element, 'notes')), printed.join('\n')].filter((part) => part !== '').join('\n\n');
  return notes === '' ? {} : { notes: prose(notes) };
}
