import type { FormatType } from '../../../catalog/vocabularies/vocabularies';
import { formatNamed } from '../shared/formats';
import { line } from '../shared/values';
import { attributeOf, listed, ownText, type XmlValue } from './xml';

/** A `<format>` of a release: a number of discs, tapes or files of one kind. */
export interface Format {
  readonly type: FormatType;
  readonly quantity: number;
  readonly descriptions?: readonly string[];
  /** Free text beside it, such as a color. */
  readonly text?: string;
}

/** Larger quantities are typing errors. */
const largestQuantity = 200;
const mostDescriptions = 50;

/** Formats of a release. The box and "All Media" are not formats; their descriptions apply to each format. */
export function discogsFormats(release: XmlValue): readonly Format[] {
  const elements = listed(release, 'formats', 'format');
  const media = elements.filter((element) => !isAround(element));
  const around = media.length > 0 ? elements.filter(isAround).flatMap(wordsAround) : [];
  return (media.length > 0 ? media : elements).slice(0, largestQuantity).map((element) => {
    const descriptions = [...nameBeside(element), ...descriptionsOf(element), ...around];
    const text = line(attributeOf(element, 'text'));
    return {
      type: typeOf(element),
      quantity: Math.min(largestQuantity, Math.max(1, Math.trunc(Number(attributeOf(element, 'qty')) || 1))),
      ...(descriptions.length > 0 && { descriptions: [...new Set(descriptions)].slice(0, mostDescriptions) }),
      ...(text !== '' && { text }),
    };
  });
}

const isAround = (format: XmlValue): boolean => /^(all media|box set)$/i.test(attributeOf(format, 'name').trim());

function wordsAround(format: XmlValue): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  const text = line(attributeOf(format, 'text'));
  return [...(/^all media$/i.test(name) ? [] : [name]), ...descriptionsOf(format), ...(text === '' ? [] : [text])];
}

/** Format name to keep as a description where the catalog's type is less specific, such as "Shellac" for vinyl. */
function nameBeside(format: XmlValue): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  return name === '' || plainNames.has(name.toLowerCase()) ? [] : [name];
}

const plainNames: ReadonlySet<string> = new Set(['cd', 'vinyl', 'cassette', 'dvd', 'blu-ray', 'sacd', 'minidisc', 'file']);

/** Packaging type named by the format descriptions. */
export function packagingOf(release: XmlValue): string | undefined {
  const words = listed(release, 'formats', 'format').flatMap((element) => [
    attributeOf(element, 'name'),
    attributeOf(element, 'text'),
    ...descriptionsOf(element),
  ]);
  const text = words.join(', ').slice(0, 5_000);
  return packagings.find(([pattern]) => pattern.test(text))?.[1];
}

const descriptionsOf = (format: XmlValue): string[] =>
  listed(format, 'descriptions', 'description')
    .map((description) => line(ownText(description)))
    .filter((description) => description !== '');

function typeOf(format: XmlValue): FormatType {
  const name = attributeOf(format, 'name');
  // Discogs lists a hybrid disc as CD with descriptions.
  if (name.trim().toLowerCase() === 'cd' && descriptionsOf(format).some((description) => /^(hybrid, )?sacd$|^hybrid$/i.test(description)))
    return 'sacd';
  return formatNamed(name);
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
