import { RecordError } from '../../../records/write/record';
import type { Known } from '../../source';
import { linkTo } from '../shared/addresses';
import { line } from '../shared/text';
import { partialDateOf } from '../shared/values';
import { giveAlbum } from './albums';
import { countryCodeOf } from './countries';
import { creditLine } from './credits';
import { byItself, type Given, give, inPassing } from './fields';
import type { References } from './references';
import { giveReleaseLink } from './release';
import { idOf, nameOf, ownAlbumId, ownLabelId, ownOrganizationId, ownReleaseId } from './values';
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

/** A label of Discogs is a label, a company or both: as each it is a document of its own, which something may name later. */
export const documentsOfLabel = (id: string): readonly string[] => [id, company + id];

const company = 'company:';

export function isNamedLabel(document: string, known: Known): boolean {
  return document.startsWith(company)
    ? known.knows('Organization', ownOrganizationId(document.slice(company.length)))
    : known.knows('Label', ownLabelId(document));
}

/**
 * The record of a `<label>` as the one or the other. Of what Discogs tells of labels, a catalog has a place for the name
 * and the country, which ends the postal address.
 */
export function readLabel(element: Value, _: unknown, to: Given, __: unknown, document = ''): void {
  const id = idOf(textOf(element, 'id'));
  const name = nameOf(textOf(element, 'name'));
  if (id === undefined) throw new RecordError('The label has no id: a whole number from 1, of 15 digits at most.');
  if (name === '') throw new RecordError('The label has no name.');
  const country = countryOf(textOf(element, 'contactinfo'));
  const attributes = { name, ...(country && { country }) };
  if (document.startsWith(company)) give(to, byItself, 'Organization', [ownOrganizationId(id)], attributes);
  else give(to, byItself, 'Label', [ownLabelId(id)], attributes);
}

/** Telephone numbers and the like may follow the address: the last line that is a country's name and nothing else. */
function countryOf(contact: string): string | undefined {
  const lines = contact.slice(0, 5_000).split(/[\r\n]+/);
  return lines.map((line) => countryCodeOf(line.replace(/[.,]\s*$/, ''))).findLast((code) => code !== undefined);
}
