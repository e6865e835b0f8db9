import { RecordError } from '../../../records/write/record';
import { linkTo } from '../shared/addresses';
import { line } from '../shared/text';
import { partialDateOf } from '../shared/values';
import { giveAlbum } from './albums';
import { creditLine } from './credits';
import { byItself, type Given, give, inPassing } from './give';
import type { References } from './references';
import { giveReleaseLink } from './release';
import { idOf, ownAlbumId, ownReleaseId } from './values';
import { attributeOf, listed, textOf, type Value } from './xml';

/**
 * The records of a `<master>`: the album that all its releases are editions of. What that is the music of its releases say:
 * those of a master may all be compilations or singles, and a production of them would be that of no release. A catalog
 * without `releases.xml` still has a release of each, which stands in for its main one.
 */
export function readMaster(element: Value, references: References, to: Given): void {
  const id = idOf(attributeOf(element, 'id'));
  const mainRelease = idOf(textOf(element, 'main_release'));
  const title = line(textOf(element, 'title'));
  if (mainRelease === undefined) throw new RecordError('The master has no main release.');
  if (title === '') throw new RecordError('The master has no title.');
  const by = creditLine(listed(element, 'artists', 'artist'), references, to, []);
  const released = partialDateOf(textOf(element, 'year'));
  const fields = {
    title,
    ...(released && { release_date: released }),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
  };
  if (id !== undefined) giveAlbum(id, fields, element, byItself, to);
  giveMainRelease(mainRelease, id, fields, to);
}

/** What the element of the release says goes over it. */
function giveMainRelease(id: string, master: string | undefined, fields: object, to: Given): void {
  const uuid = ownReleaseId(id);
  const album = master === undefined ? {} : { album: linkTo('Album', ownAlbumId(master)) };
  give(to, inPassing, 'Release', [uuid], { ...fields, provisional: true }, album);
  giveReleaseLink(to, uuid, id);
}
