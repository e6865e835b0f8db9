import { RecordError } from '../../../records/write/record';
import type { NotTaken } from '../shared/values';

// A dump element as parsed by Bun.XML: text without attributes and children, otherwise an object.

export type XmlValue = string | Element;
interface Element {
  readonly [name: string]: XmlValue | readonly XmlValue[] | undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses one element and counts ignored parts. @throws {RecordError} with the reason */
export function parseElement(bytes: Uint8Array, tag: string, notTaken: NotTaken): XmlValue {
  const source = decode(bytes);
  // Declarations inside elements could define exponentially expanding entities.
  if (source.includes('<!DOCTYPE') || source.includes('<!ENTITY'))
    throw new RecordError('It declares a document type or entities, which are not supported.');
  const needed = unneeded.reduce((text, { list, open }) => without(text, list, open, notTaken), source);
  const parsed = tryParse(needed) ?? parseRepaired(needed);
  const value = (parsed as Element)[tag];
  if (value === undefined || Array.isArray(value)) throw new RecordError(`It must be a single <${tag}> element.`);
  return value as XmlValue;
}

/** Unsupported and bulky parts of a release; markup in text is escaped and cannot be mistaken for them. */
const unneeded = [
  { list: 'images', open: '<image ' },
  { list: 'videos', open: '<video ' },
];

function without(source: string, list: string, open: string, notTaken: NotTaken): string {
  const start = source.indexOf(`<${list}>`);
  const end = source.indexOf(`</${list}>`, start);
  if (start < 0 || end < 0) return source;
  let count = 0;
  for (let at = source.indexOf(open, start); at >= 0 && at < end; at = source.indexOf(open, at + open.length)) count++;
  notTaken.add(list, count);
  return source.slice(0, start) + source.slice(end + list.length + 3);
}

export function childElements(value: XmlValue | undefined, name: string): readonly XmlValue[] {
  const found = typeof value === 'object' ? value[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found as XmlValue];
}

export function firstOf(value: XmlValue | undefined, name: string): XmlValue | undefined {
  const found = typeof value === 'object' ? value[name] : undefined;
  return Array.isArray(found) ? (found[0] as XmlValue) : (found as XmlValue | undefined);
}

/** Items of a list element such as `<artists>`. */
export const listed = (value: XmlValue | undefined, list: string, name: string): readonly XmlValue[] =>
  childElements(firstOf(value, list), name);

export const ownText = (value: XmlValue | undefined): string =>
  typeof value === 'string' ? value : typeof value?.['#text'] === 'string' ? value['#text'] : '';

export const elementText = (value: XmlValue | undefined, name: string): string => ownText(firstOf(value, name));

export function attributeOf(value: XmlValue | undefined, name: string): string {
  const found = typeof value === 'object' ? value[`@${name}`] : undefined;
  return typeof found === 'string' ? found : '';
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new RecordError('It is not UTF-8.');
  }
}

function tryParse(source: string): unknown {
  try {
    return Bun.XML.parse(source);
  } catch {
    return undefined;
  }
}

/** Some dumps contain control characters and bare ampersands, which are repaired. */
function parseRepaired(source: string): unknown {
  try {
    return Bun.XML.parse(repair(source));
  } catch (error) {
    if (error instanceof RangeError) throw new RecordError('It is nested too deeply.');
    throw new RecordError(`It is not XML: ${(error as Error).message.replace(/^XML Parse error: /, '')}.`);
  }
}

const repair = (source: string): string =>
  source
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => ('\t\n\r'.includes(character) || character >= '\x7f' ? character : ''))
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (reference, hex, decimal) =>
      isCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) ? reference : '',
    )
    .replace(/&(?!(?:[a-z_][\w.-]*|#\d+|#x[0-9a-f]+);)/gi, '&amp;');

/** XML 1.0, production 2. */
const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code >= 0x10000 && code <= 0x10ffff);
