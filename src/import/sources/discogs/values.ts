import { longText } from '../../../kinds/attribute';
import { RecordError } from '../../../records/write/record';
import { uuidOf } from '../../../store/values/identifiers';
import { type Length, lengthFromSeconds, line, longestCreditList, mostCredited, mostTracks, type NotTaken, prose } from '../shared/records';

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

/** Name without its disambiguation number: "Bobby George (2)". */
export function undisambiguatedName(text: string): string {
  const name = line(text);
  return (name.endsWith(')') && name.replace(/ \(\d+\)$/, '')) || name;
}

export const isNumbered = (text: string): boolean => / \(\d+\)$/.test(line(text));

/** Discogs id; `undefined` for 0, absent or invalid ones, which mean no record. */
export function discogsIdOf(text: string): string | undefined {
  const digits = /^\s*0*([1-9]\d{0,14})\s*$/.exec(text);
  return digits?.[1];
}

/** "3:45", "75:30" and "1:02:03" in minutes and seconds, without fractions of a second; `undefined` if unknown. */
export function durationOf(text: string): Length | undefined {
  const parts = /^(?:(\d{1,2}):(?=\d{1,2}[:'’]))?(\d{1,4})[:.'’](\d{1,2})(?:(?<=[:'’]\d{1,2})[.,]\d{1,6})?$/.exec(
    text
      .normalize('NFKC')
      .replace(/[\s()~"”″]/g, '')
      .replace(/[′´`]/g, "'"),
  );
  if (parts === null) return undefined;
  const total = Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  const length = lengthFromSeconds(total);
  return total === 0 || length.minutes > 6_000 ? undefined : length;
}

/** Limits on the lists of a release; no real release exceeds them. */
export const bounds = {
  artists: { item: 'artist', most: longestCreditList },
  extraartists: { item: 'artist', most: mostCredited },
  labels: { item: 'label', most: 50 },
  companies: { item: 'company', most: 200 },
  series: { item: 'series', most: 50 },
  identifiers: { item: 'identifier', most: 1_000 },
  tracklist: { item: 'track', most: mostTracks },
} as const;

export function countBeyond(release: XmlValue, notTaken: NotTaken): void {
  for (const [list, { item, most }] of Object.entries(bounds))
    notTaken.add(`${list} beyond the first ${most}`, listed(release, list, item).length - most);
}

export { ownReleaseId } from '../../../store/values/identifiers';

// UUIDs derived from Discogs ids, the same in every catalog. Identity with records of other sources is stated separately.

export const ownArtistId = (id: string): string => uuidOf(`discogs:artist:${id}`);
export const ownAlbumId = (id: string): string => uuidOf(`discogs:master:${id}`);
export const ownLabelId = (id: string): string => uuidOf(`discogs:label:${id}`);
/** A Discogs label that is also a company has two records here. */
export const ownOrganizationId = (id: string): string => uuidOf(`discogs:organization:${id}`);

export const productionOfMaster = (id: string): string => uuidOf(`discogs:master:${id}:production`);
/** Production of a release without a master. */
export const productionOfRelease = (id: string): string => uuidOf(`discogs:release:${id}:production`);

/** Markup is longer than its output; longer source text is cut. */
const longestSource = 2 * longText;

/** Discogs markup as Markdown. */
export const markdownOf = (text: string): string => prose(convert(text, true));

/** Discogs markup as plain text. */
export const plainOf = (text: string): string => prose(convert(text, false));

const pages: Readonly<Record<string, string>> = {
  a: 'artist',
  l: 'label',
  r: 'release',
  m: 'master',
  g: 'help/guidelines',
  t: 'group/thread',
};

/**
 * `[a=Name]` is a name, `[a123]` and `[r=123]` are page links, `[b]`, `[i]`, `[u]` and `[url=…]` as usual. Anything else is kept
 * verbatim.
 */
function convert(text: string, isMarkdown: boolean): string {
  return text
    .slice(0, longestSource)
    .replace(/\[url=([^\][\s]*)\]((?:(?!\[url).)*?)\[\/url\]/gis, (_, url: string, label: string) => linkTo(url, label, isMarkdown))
    .replace(/\[url\]((?:(?!\[url).)*?)\[\/url\]/gis, '$1')
    .replace(/\[([almrgt])=?(\d+(?:\.\d+)*)\]/gi, (_, kind: string, id: string) => {
      const url = `https://www.discogs.com/${pages[kind.toLowerCase()]}/${id}`;
      return isMarkdown ? `<${url}>` : url;
    })
    .replace(/\[[almrgt]=([^\]]{1,300})\]/gi, (_, name: string) => undisambiguatedName(name))
    .replace(/\[(\/?)([biu])\]/gi, (_, _slash: string, letter: string) => (isMarkdown ? (marks[letter.toLowerCase()] ?? '') : ''));
}

const marks: Readonly<Record<string, string>> = { b: '**', i: '*' };

function linkTo(url: string, label: string, isMarkdown: boolean): string {
  const address = url.startsWith('www.') ? `https://${url}` : url;
  if (!/^https?:\/\//i.test(address)) return label;
  if (label.trim() === '') return address;
  return isMarkdown ? `[${label}](${address.replace(/[()]/g, (bracket) => (bracket === '(' ? '%28' : '%29'))})` : `${label} (${address})`;
}
