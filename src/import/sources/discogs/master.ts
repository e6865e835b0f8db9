import { RecordError } from '../../../records/record';
import { partialDateOf } from '../shared/dates';
import { line } from '../shared/text';
import { markReleaseArtists } from './credit-line-roles';
import { creditLine } from './credits';
import { plainOf } from './markup';
import { type Given, give, ownReleaseId, type References } from './references';
import { giveReleaseLink } from './release';
import { idOf } from './values';
import { listed, textOf, type Value } from './xml';

/**
 * The records of a `<master>`. It stands for all the releases of a work and says less than any of them, so it is taken
 * for its main release alone, and only while nothing else is known of that one: a catalog without `releases.xml` still
 * has title, artists and year of each.
 */
export function readMaster(element: Value, references: References, to: Given): void {
  const id = idOf(textOf(element, 'main_release'));
  const title = line(textOf(element, 'title'));
  if (id === undefined) throw new RecordError('The master has no main release.');
  if (title === '') throw new RecordError('The master has no title.');
  const uuid = ownReleaseId(id);
  const linked = references.known.findByLink('Release', 'discogs', id);
  // Tracks come of the release's own element, or of another catalog.
  if (linked !== undefined && (linked !== uuid || references.known.hasTracks(linked))) return;
  const by = creditLine(listed(element, 'artists', 'artist'), references, to, markReleaseArtists(element));
  const released = partialDateOf(textOf(element, 'year'));
  const notes = plainOf(textOf(element, 'notes'));
  give(to, 'partial', 'Release', [uuid], {
    title,
    ...(released && { release_date: released }),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
    ...(notes && { notes }),
  });
  giveReleaseLink(to, uuid, id);
}
