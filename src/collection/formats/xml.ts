import { invalid, tooLarge } from '../../errors';
import type { Cells } from './cells';
import type { Slices } from './slices';
import { maximumRows } from './vocabulary';

/** The element of an album in CLZ Music's XML. */
const itemName = 'music';

/** Tracks, and texts of the template. */
const skippedNames: ReadonlySet<string> = new Set(['details', 'localizedtemplatetexts', 'musicmetadata']);

/** Elements with the value of their parent; others are sort names and pictures. */
const valueNames: ReadonlySet<string> = new Set(['displayname', 'date']);

/** Constructs that are no tags, with their ends. */
const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Longer than any row may be: such texts are refused with their row, and not decoded. */
const longestText = 65_536;

/** Of a tag, a comment or the like; a longer one ends the text. */
const longestConstruct = 1_048_576;

/** Longest beginning of a construct. */
const longestBeginning = 9;

/**
 * Tags without their brackets, each with the text before it; comments and the like are empty tags, whose text follows. Reads each
 * character once, up to a construct without an end.
 */
export function* tokensOf(pieces: Iterator<string>): Generator<{ readonly text: string; readonly tag: string }> {
  let [xml, at, text] = ['', 0, ''];
  const readOn = (): boolean => {
    const { value } = pieces.next();
    if (value === undefined || xml.length - at > longestConstruct) return false;
    [xml, at] = [xml.slice(at) + value, 0];
    return true;
  };
  const add = (part: string) => {
    if (text.length <= longestText) text += part;
  };
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0 && xml.length - at > longestText) {
      add(xml.slice(at));
      at = xml.length;
    }
    const isCut = start < 0 || xml.length - start < longestBeginning;
    if (isCut && readOn()) continue;
    if (start < 0) return;
    const section =
      xml[start + 1] === '!' || xml[start + 1] === '?' ? sections.find(([beginning]) => xml.startsWith(beginning, start)) : undefined;
    const ending = section?.[1] ?? '>';
    const end = xml.indexOf(ending, start);
    if (end < 0) {
      if (readOn()) continue;
      return;
    }
    const before = xml.slice(at, start);
    add(before.length > longestText ? before : withoutEntities(before));
    if (section?.[0] === '<![CDATA[') add(xml.slice(start + section[0].length, end));
    if (section) yield { text: '', tag: '' };
    else {
      yield { text, tag: xml.slice(start + 1, Math.min(end, start + longestText)) };
      text = '';
    }
    at = end + ending.length;
  }
}

/**
 * Albums of an XML export by CLZ Music, with the texts of each child.
 * @throws {DomainError} invalid, without any or if the file ends early; too large, for too many
 */
export async function readXml(xml: string, slices: Slices): Promise<Cells[]> {
  const albums: Cells[] = [];
  /** Names of open elements below the album. */
  let [path, skipped] = [[] as string[], 0];
  let album: Record<string, string> | undefined;
  /** The first element, and whether its end came last. */
  let [root, isClosed] = ['', true];
  const addText = (value: string) => {
    const [child, second] = path;
    const name = path.length > 1 ? path.at(-1) : undefined;
    if (!album || child === undefined || value === '' || skipped > 0 || (name !== undefined && !valueNames.has(name))) return;
    const before = album[child];
    // A date follows its year, and lists repeat a rating.
    const isAnother = before !== undefined && before !== value && second !== 'date';
    album[child] = isAnother ? `${before}, ${value}` : value;
  };
  await slices.each(tokensOf([xml].values()), ({ text, tag }) => {
    addText(text.trim());
    const [, isEnd, name = ''] = /^(\/?)([\w:.-]+)/.exec(tag) ?? [];
    if (name === '' || tag.endsWith('/')) return;
    root ||= name;
    isClosed = Boolean(isEnd) && name === root;
    if (skippedNames.has(name)) skipped += isEnd ? -1 : 1;
    else if (skipped > 0) return;
    else if (album === undefined) {
      if (name === itemName && !isEnd) [album, path] = [{}, []];
    } else if (!isEnd) path.push(name);
    else if (path.length > 0) path.pop();
    else {
      if (albums.length === maximumRows) throw tooLarge('too_many_rows', { max: maximumRows });
      albums.push(album);
      album = undefined;
    }
  });
  if (!isClosed) throw invalid('file_ends_early', { element: root }, { pointer: '' });
  if (albums.length === 0) throw invalid('file_without_columns', {}, { pointer: '' });
  return albums;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const withoutEntities = (text: string): string =>
  !text.includes('&')
    ? text
    : text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hexadecimal?: string, name = '') => {
        const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : undefined;
        if (code === undefined) return entities[name] ?? whole;
        const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        // Refused with its row.
        return isCharacter ? String.fromCodePoint(code) : '\0';
      });
