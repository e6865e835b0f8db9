import { type FormatType, formatNamed } from '../shared/formats';
import { line } from '../shared/values';
import { attributeOf, listed, ownText, type Value } from './xml';

/** A `<format>` of a release: so many discs, tapes or files of one kind. */
export interface Format {
  readonly type: FormatType;
  readonly quantity: number;
  readonly descriptions?: readonly string[];
  /** What is written beside it: Orange. */
  readonly text?: string;
}

/** No release has more; a quantity beyond is a slip of the pen. */
const largestQuantity = 200;
const mostDescriptions = 50;

/**
 * What a release consists of. The box around it and the words about all of it ("All Media") are no formats: what they say
 * is said of each format.
 */
export function formatsOf(release: Value): readonly Format[] {
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

const isAround = (format: Value): boolean => /^(all media|box set)$/i.test(attributeOf(format, 'name').trim());

function wordsAround(format: Value): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  const text = line(attributeOf(format, 'text'));
  return [...(/^all media$/i.test(name) ? [] : [name]), ...descriptionsOf(format), ...(text === '' ? [] : [text])];
}

/** The name of a format, where the word of the catalog for it says less: "Shellac" is vinyl there. */
function nameBeside(format: Value): readonly string[] {
  const name = line(attributeOf(format, 'name'));
  return name === '' || plainNames.has(name.toLowerCase()) ? [] : [name];
}

const plainNames: ReadonlySet<string> = new Set(['cd', 'vinyl', 'cassette', 'dvd', 'blu-ray', 'sacd', 'minidisc', 'file']);

/** The name of the catalog's packaging type that the words about a release's formats speak of. */
export function packagingOf(release: Value): string | undefined {
  const words = listed(release, 'formats', 'format').flatMap((element) => [
    attributeOf(element, 'name'),
    attributeOf(element, 'text'),
    ...descriptionsOf(element),
  ]);
  const text = words.join(', ').slice(0, 5_000);
  return packagings.find(([pattern]) => pattern.test(text))?.[1];
}

const descriptionsOf = (format: Value): string[] =>
  listed(format, 'descriptions', 'description')
    .map((description) => line(ownText(description)))
    .filter((description) => description !== '');

function typeOf(format: Value): FormatType {
  const name = attributeOf(format, 'name');
  // A hybrid disc is a CD to Discogs, and what it is more is among its descriptions.
  if (name.trim().toLowerCase() === 'cd' && descriptionsOf(format).some((description) => /^(hybrid, )?sacd$|^hybrid$/i.test(description)))
    return 'sacd';
  return formatNamed(name);
}

/** The first that fits is taken: what is around all stands before what is around one disc. */
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
