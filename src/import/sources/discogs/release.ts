import { RecordError } from '../../../records/record';
import { uuidOf } from '../../uuid-v5';
import { linkTo, recordIri } from '../shared/addresses';
import type { Credit } from '../shared/credits';
import { partialDateOf } from '../shared/dates';
import { line } from '../shared/text';
import { countryCodeOf } from './countries';
import { markReleaseArtists } from './credit-line-roles';
import { creditLine } from './credits';
import { packagingOf } from './formats';
import { plainOf } from './markup';
import { organizationTypeOf } from './organization-types';
import { type Given, give, ownReleaseId, type References } from './references';
import { readTracklist } from './tracklist';
import { dealCredits, formatIdOf, giveFormats } from './tracks';
import { idOf } from './values';
import { attributeOf, listed, textOf, type Value } from './xml';

/** The records of a `<release>`. */
export function readRelease(element: Value, references: References, to: Given): void {
  const id = idOf(attributeOf(element, 'id'));
  const title = line(textOf(element, 'title'));
  if (id === undefined) throw new RecordError('The release has no id.');
  if (title === '') throw new RecordError('The release has no title.');
  const { uuid, isOwn, isLinked } = resolve(element, id, references);
  const mode = isOwn ? 'whole' : 'fill';
  const tracks = readTracklist(element);
  const credited = dealCredits(element, tracks, references, to);
  for (const company of listed(element, 'companies', 'company').slice(0, mostCompanies)) {
    // A catalog has organizations on recordings of a production alone, and Discogs knows no production: they are given
    // for themselves, and what they did for this release has no place.
    references.organization(company, to, organizationTypeOf(textOf(company, 'entity_type_name')));
  }
  const attributes = { title, ...attributesOf(element, credited.release, references, to) };
  give(to, mode, 'Release', [uuid], attributes, packagingRelation(element, references));
  if (isOwn || !isLinked || references.known.has('ReleaseExternalLink', linkIdOf(id))) giveReleaseLink(to, uuid, id);
  const name = `discogs:release:${id}`;
  // Tracks that somebody else gave are left alone: those of Discogs would be the same ones again.
  if (isOwn || !references.known.hasTracks(uuid) || references.known.has('ReleaseFormat', formatIdOf(name, 1))) {
    giveFormats(element, { release: uuid, name, mode }, credited, tracks, references, to);
  }
}

const mostCompanies = 200;
const mostLabels = 50;

export const linkIdOf = (id: string): string => uuidOf(`discogs:release:${id}:link:discogs`);

export function giveReleaseLink(to: Given, uuid: string, id: string): void {
  const attributes = { provider: 'discogs', external_id: id, url: `https://www.discogs.com/release/${id}` };
  give(to, 'partial', 'ReleaseExternalLink', [uuid, linkIdOf(id)], attributes);
}

interface Resolved {
  readonly uuid: string;
  /** Nobody else knows the release. */
  readonly isOwn: boolean;
  /** The catalog has a link to it already. */
  readonly isLinked: boolean;
}

/** The release of the catalog that this is: by its link, else by the one that has its barcode and a catalog number. */
function resolve(element: Value, id: string, { known }: References): Resolved {
  const own = ownReleaseId(id);
  const linked = known.findByLink('Release', 'discogs', id);
  if (linked !== undefined) return { uuid: linked, isOwn: linked === own, isLinked: true };
  const numbers = labelsOf(element)
    .map(catalogNumberOf)
    .filter((number) => number !== undefined);
  const found = new Set(barcodesOf(element).flatMap((barcode) => numbers.flatMap((number) => known.findReleases(barcode, number))));
  // Two pressings of Discogs may share both numbers, and stay two: the UUIDs made here are of version 5, and those of
  // other catalogs are not.
  const others = [...found].filter((uuid) => uuid !== own && uuid[14] !== '5');
  const [other] = others.length === 1 ? others : [];
  return { uuid: other ?? own, isOwn: other === undefined, isLinked: false };
}

/** What a release says of itself; what it does not say is left out. */
function attributesOf(element: Value, credits: readonly Credit[], references: References, to: Given): object {
  const released = partialDateOf(textOf(element, 'released'));
  const country = countryCodeOf(textOf(element, 'country'));
  const [barcode] = barcodesOf(element);
  const notes = plainOf(textOf(element, 'notes'));
  const labels = labelsOf(element)
    .map((label) => ({ iri: iriOf(references.label(label, to)), catalog_number: catalogNumberOf(label) ?? null }))
    .filter(({ iri, catalog_number }) => iri !== null || catalog_number !== null);
  const by = creditLine(listed(element, 'artists', 'artist'), references, to, markReleaseArtists(element));
  return {
    ...(released && { release_date: released }),
    ...(country && { country }),
    ...(barcode && { barcode }),
    ...(by.text && { artist_credit: by.text }),
    ...(by.artists.length > 0 && { artists: by.artists }),
    ...(credits.length > 0 && { credits }),
    ...(labels.length > 0 && { labels }),
    ...(notes && { notes }),
  };
}

const labelsOf = (element: Value): readonly Value[] => listed(element, 'labels', 'label').slice(0, mostLabels);

const iriOf = (label: string | undefined): string | null => (label === undefined ? null : recordIri('Label', label));

/** "none" is how Discogs says that there is no number. */
function catalogNumberOf(label: Value): string | undefined {
  const number = line(attributeOf(label, 'catno'));
  return number === '' || /^none$/i.test(number) ? undefined : number;
}

/** Barcodes as printed; those of the usual lengths first, since others may lack the digits at the ends. */
function barcodesOf(element: Value): readonly string[] {
  const printed = listed(element, 'identifiers', 'identifier')
    .filter((identifier) => attributeOf(identifier, 'type').toLowerCase() === 'barcode')
    .map((identifier) => line(attributeOf(identifier, 'value')))
    .filter((value) => /\d/.test(value));
  const isUsual = (value: string) => [8, 12, 13].includes(value.replace(/\D/g, '').length);
  return [...new Set([...printed.filter(isUsual), ...printed])].slice(0, 10);
}

function packagingRelation(element: Value, references: References) {
  const name = packagingOf(element);
  const uuid = name === undefined ? undefined : references.packagingType(name);
  return uuid === undefined ? undefined : { packaging_type: linkTo('PackagingType', uuid) };
}
