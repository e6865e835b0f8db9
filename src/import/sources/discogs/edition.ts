import { longText, shortText } from '../../../kinds/attribute';
import { barcodesIn, hasUsualLength } from '../../../store/values/identifiers';
import { line, linkTo, type NotTaken, partialDateOf, recordIri, truncate } from '../shared/records';
import { type LimitedEdition, limitedEditionOf } from '../shared/remarks';
import { countryCodesOf } from './countries';
import { wordsOfFormats } from './discs';
import type { DiscogsReferences, Output } from './records';
import { attributeOf, bounds, discogsIdOf, elementText, firstOf, listed, ownText, undisambiguatedName, type XmlValue } from './values';

/** Organization type for a company's role (`entity_type_name`). */
function organizationTypeOf(entityType: string): string | undefined {
  const text = entityType.trim();
  return kinds.find(([pattern]) => pattern.test(text))?.[1];
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^(mastered|remastered|lacquer cut|glass mastered) at$/i, 'mastering studio'],
  [/^filmed at$/i, 'film location'],
  [/^(.+) at$/i, 'recording studio'],
  [/^(phonographic )?copyright\b/i, 'rights holder'],
  [/^(licensed|sublicensed|under license)/i, 'licensor'],
  [/^record company$/i, 'record company'],
  [/^published by$|publisher/i, 'publisher'],
  [/^(distributed|exported|imported|sold) by$/i, 'distributor'],
  [/^marketed by$/i, 'marketing company'],
  [/^(pressed|manufactured|made|duplicated|glass mastered) by$/i, 'manufacturer'],
  [/^printed by$/i, 'printer'],
  [/^(produced|commissioned) (for|by)$/i, 'production company'],
  [/^(.+) by$/i, 'service'],
];

// Facts of a release besides its music: events, companies, identifiers and packaging.

const mostWords = 100;
/** Date and country. Of several countries, the first is the release's own; others become further events. */
export function eventsOf(element: XmlValue, notTaken: NotTaken): object {
  const released = elementText(element, 'released');
  const date = partialDateOf(released);
  if (date === undefined && /\d{2}/.test(released)) notTaken.add('released');
  const named = elementText(element, 'country');
  const [country, ...others] = countryCodesOf(named);
  if (country === undefined && named.trim() !== '' && named.trim() !== 'Unknown') notTaken.add(`country ${line(named, 60)}`);
  return {
    ...(date && { release_date: date }),
    ...(country && { country }),
    ...(others.length > 0 && { events: others.map((code) => ({ date: date ?? null, country: code })) }),
  };
}

export function releaseLabelsOf(element: XmlValue, references: DiscogsReferences, to: Output): object {
  const labels = listed(element, 'labels', 'label')
    .slice(0, bounds.labels.most)
    .map((label) => ({ iri: iriOf(references.label(label, to)), catalog_number: numberOf(attributeOf(label, 'catno')) ?? null }))
    .filter(({ iri, catalog_number }) => iri !== null || catalog_number !== null);
  return labels.length > 0 ? { labels } : {};
}

const iriOf = (label: string | undefined): string | null => (label === undefined ? null : recordIri('Label', label));

/** Discogs writes "none" for no number. */
function numberOf(text: string): string | undefined {
  const number = line(text);
  return number === '' || /^none$/i.test(number) ? undefined : number;
}

/** Companies with their roles and numbers. */
export function companiesOfElement(element: XmlValue, references: DiscogsReferences, to: Output): object {
  const companies = listed(element, 'companies', 'company')
    .slice(0, bounds.companies.most)
    .flatMap((company) => {
      const role = line(elementText(company, 'entity_type_name'));
      const uuid = references.organization(company, to, organizationTypeOf(role));
      const number = numberOf(elementText(company, 'catno'));
      return uuid === undefined
        ? []
        : [{ iri: recordIri('Organization', uuid), ...(role !== '' && { role }), ...(number && { catalog_number: number }) }];
    });
  return companies.length > 0 ? { companies } : {};
}

export function sortsOf(element: XmlValue): object {
  const genres = formatWordsOf(element, 'genres', 'genre');
  const styles = formatWordsOf(element, 'styles', 'style');
  const series = listed(element, 'series', 'series')
    .slice(0, bounds.series.most)
    .map((one) => ({ name: undisambiguatedName(attributeOf(one, 'name')), number: numberOf(attributeOf(one, 'catno')) ?? null }))
    .filter(({ name }) => name !== '');
  return { ...(genres.length > 0 && { genres }), ...(styles.length > 0 && { styles }), ...(series.length > 0 && { series }) };
}

export const formatWordsOf = (element: XmlValue, list: string, name: string): readonly string[] =>
  [...new Set(listed(element, list, name).map((one) => line(ownText(one))))].filter((word) => word !== '').slice(0, mostWords);

/**
 * Barcode and other identifiers. `isOfTrack` selects those stored with tracks. A barcode with a description is also listed among
 * the others.
 */
export function identifiersOfElement(element: XmlValue, isOfTrack: (identifier: XmlValue) => boolean): object {
  const all = listed(element, 'identifiers', 'identifier')
    .filter((identifier) => !isOfTrack(identifier))
    .flatMap((identifier) => {
      const type = line(attributeOf(identifier, 'type')) || 'Other';
      const value = line(attributeOf(identifier, 'value'), longText);
      const description = line(attributeOf(identifier, 'description'), longText) || null;
      return (isBarcode(type) ? barcodesIn(value) : [value]).map((one) => ({ type, value: one, description }));
    });
  const barcode = barcodeOf(all.filter(({ type }) => isBarcode(type)).map(({ value }) => value));
  const identifiers = all.filter(
    ({ type, value, description }) => value !== '' && !(value === barcode && isBarcode(type) && description === null),
  );
  return {
    ...(barcode && { barcode }),
    ...(identifiers.length > 0 && { identifiers: identifiers.slice(0, bounds.identifiers.most) }),
  };
}

const isBarcode = (type: string): boolean => type.toLowerCase() === 'barcode';

/** The printed barcode, preferably one of the usual lengths, since others may lack digits. */
function barcodeOf(codes: readonly string[]): string | undefined {
  const printed = codes.map((code) => truncate(code, shortText));
  return printed.find(hasUsualLength) ?? printed[0];
}

/** As stated by the texts beside the formats, else by the notes. */
export const limitedEdition = (element: XmlValue): LimitedEdition =>
  limitedEditionOf(
    [...listed(element, 'formats', 'format').map((format) => attributeOf(format, 'text')), ...descriptionsOf(element)],
    elementText(element, 'notes'),
  );

/** Packaging type named by the formats, if the catalog has it. */
export function packagingRelation(element: XmlValue, references: DiscogsReferences) {
  const words = wordsOfFormats(element);
  const name = packagings.find(([pattern]) => pattern.test(words))?.[1];
  const uuid = name === undefined ? undefined : references.packagingType(name);
  return uuid === undefined ? {} : { packaging_type: linkTo('PackagingType', uuid) };
}

/** First match wins: outer packaging comes before that of single discs. */
const packagings: readonly (readonly [RegExp, string])[] = [
  [/\bbox ?set\b/i, 'Box Set'],
  [/\bsteel ?book\b/i, 'SteelBook'],
  [/\bdigi-?book\b/i, 'Digibook'],
  [/\bdigi-?sleeve\b/i, 'Digisleeve'],
  [/\bdigi-?pac?k\b/i, 'Digipak'],
  [/\bslip-?case\b/i, 'Slipcase'],
  [/\bgate-?fold\b/i, 'Gatefold Sleeve'],
  [/\bsuper jewel\b/i, 'Super Jewel Box'],
  [/\bslim(?:line)?(?: jewel)?[ -]?case\b/i, 'Slim Jewel Case'],
  [/\bsnap[ -]?case\b/i, 'Snap Case'],
  [/\bkeep[ -]?case\b/i, 'Keep Case'],
  [/\bjewel[ -]?case\b/i, 'Jewel Case'],
  [/\bcard(?:board)?[ -]?sleeve\b|\bmini[ -]?lp[ -]?sleeve\b/i, 'Cardboard Sleeve'],
  [/\bcompany sleeve\b/i, 'Company Sleeve'],
  [/\bplastic sleeve\b|\bpvc sleeve\b/i, 'Plastic Sleeve'],
];

// Facts about the work behind a release or master.

/** Styles that indicate music of a production. */
export const productionStyles: ReadonlySet<string> = new Set(['Soundtrack', 'Score', 'Video Game Music', 'Bollywood']);

export const masterOf = (release: XmlValue): string | undefined => discogsIdOf(elementText(release, 'master_id'));

/** Whether its master is named after this release. */
export const isMainRelease = (release: XmlValue): boolean => attributeOf(firstOf(release, 'master_id'), 'is_main_release') === 'true';

/** Needed by several records of an element. */
export function stylesOf(element: XmlValue): readonly string[] {
  if (typeof element === 'string') return [];
  let styles = stylesOfElements.get(element);
  if (styles === undefined) {
    styles = formatWordsOf(element, 'styles', 'style');
    stylesOfElements.set(element, styles);
  }
  return styles;
}

const stylesOfElements = new WeakMap<object, readonly string[]>();

/** Format descriptions of a release; masters have none. */
export const descriptionsOf = (release: XmlValue): ReadonlySet<string> =>
  new Set(
    listed(release, 'formats', 'format').flatMap((format) =>
      listed(format, 'descriptions', 'description').map((one) => ownText(one).trim()),
    ),
  );

export const isByMany = (element: XmlValue): boolean =>
  listed(element, 'artists', 'artist').every((artist) => elementText(artist, 'id') === '194');

/** Whether it records a show, a play or video rather than the music of a production. */
export const isOfShow = (release: XmlValue): boolean =>
  formatWordsOf(release, 'genres', 'genre').includes('Non-Music') ||
  (stylesOf(release).includes('Musical') && !stylesOf(release).some((style) => productionStyles.has(style))) ||
  isVideo(release);

const isVideo = (release: XmlValue): boolean => {
  const formats = listed(release, 'formats', 'format');
  return (
    formats.length > 0 &&
    formats.every((format) => videoFormats.has(attributeOf(format, 'name'))) &&
    !descriptionsOf(release).has('DVD-Audio')
  );
};

const videoFormats: ReadonlySet<string> = new Set(
  'DVD, DVDr, HD DVD, HD DVD-R, Blu-ray, Blu-ray-R, VHS, Betamax, Laserdisc, CDV, VHD, UMD, Video 2000, U-matic, Film Reel'.split(', '),
);
