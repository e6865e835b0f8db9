import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { badParameter, type DomainError, invalid, tooLarge } from '../../errors';
import type { Cell, CsvRow } from './csv';
import type { Slices } from './slices';
import { headRows, maximumColumns } from './vocabulary';
import { tokensOf, withoutEntities } from './xml';

// Workbooks in Office Open XML (ISO/IEC 29500): a ZIP archive with a list of sheets, their shared texts, styles and cells.

/** Unpacked sheet, texts and styles: ten thousand rows of forty columns. */
const maximumUnpackedBytes = 32 * 1_048_576;

/** Names of sheets, and styles. */
const maximumListBytes = 1_048_576;

/** A select offers them. */
const maximumSheets = 255;

/** A sheet of a workbook. */
interface Sheet {
  /** Its first rows, without blank ones. */
  readonly head: readonly (readonly string[])[];
  readonly rows: AsyncIterable<CsvRow>;
  readonly sheet: string;
  readonly sheets: string[];
}

/**
 * Reads a sheet, the first one by default. Formulas count as their last values, and days are as in ISO 8601.
 * @throws {DomainError} invalid, for a password, another format or an unknown sheet; too large
 */
export async function readWorkbook(bytes: Uint8Array, chosen: string | undefined, slices: Slices): Promise<Sheet> {
  const archive = new Archive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const workbook = await archive.entry('xl/workbook.xml', maximumListBytes);
  const relations = await archive.entry('xl/_rels/workbook.xml.rels', maximumListBytes);
  const sheets = (await elementsOf(workbook, 'sheet', slices))
    .slice(0, maximumSheets)
    .map((tag) => ({ name: attribute(tag, 'name'), relation: attribute(tag, 'r:id') }));
  const names = sheets.map(({ name }) => name);
  const sheet = chosen === undefined ? sheets[0] : sheets.find(({ name }) => name === chosen);
  if (sheets.length === 0) throw unreadable();
  if (!sheet) throw badParameter('sheet', 'sheet_not_found', { name: chosen ?? '', names });
  const target = (await elementsOf(relations, 'Relationship', slices)).find((tag) => attribute(tag, 'Id') === sheet.relation);
  const path = attribute(target ?? '', 'Target');
  const content = {
    xml: await archive.entry(path.startsWith('/') ? path.slice(1) : `xl/${path}`),
    texts: await textsIn(await archive.optional('xl/sharedStrings.xml'), slices),
    dayStyles: await dayStylesIn(await archive.optional('xl/styles.xml', maximumListBytes), slices),
    firstDay: /^(?:1|true)$/.test(attribute((await elementsOf(workbook, 'workbookPr', slices))[0] ?? '', 'date1904'))
      ? Date.UTC(1904, 0, 1)
      : Date.UTC(1899, 11, 30),
  };
  const head: string[][] = [];
  for await (const { cells } of rowsOf(content, slices)) {
    if (cells.some(({ text }) => text.trim() !== '')) head.push(cells.map(({ text }) => text));
    if (head.length === headRows) break;
  }
  return { head, rows: rowsOf(content, slices), sheet: sheet.name, sheets: names };
}

const unreadable = (): DomainError => invalid('workbook_unreadable', {}, { pointer: '' });

const tooManyBytes = (): DomainError => tooLarge('workbook_too_large', { max: maximumUnpackedBytes / 1_048_576 });

/** A ZIP archive, whose entries are unpacked up to a limit. The sizes that it states are not trusted. */
class Archive {
  readonly #entries = new Map<string, { readonly at: number; readonly packed: number; readonly isDeflated: boolean }>();
  #left = maximumUnpackedBytes;

  constructor(private readonly bytes: Buffer) {
    // Encrypted workbooks and those before 2007 are compound files.
    if (bytes.subarray(0, 2).toString('latin1') !== 'PK')
      throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? invalid('workbook_locked', {}, { pointer: '' }) : unreadable();
    try {
      const end = bytes.lastIndexOf(endOfDirectory);
      let at = bytes.readUInt32LE(end + 16);
      for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
        const nameLength = bytes.readUInt16LE(at + 28);
        const entry = {
          at: bytes.readUInt32LE(at + 42),
          packed: bytes.readUInt32LE(at + 20),
          isDeflated: bytes.readUInt16LE(at + 10) === 8,
        };
        this.#entries.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), entry);
        at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
      }
    } catch (error) {
      throw error instanceof RangeError ? unreadable() : error;
    }
  }

  /** Empty without such an entry. */
  async optional(name: string, maximum?: number): Promise<Buffer> {
    return this.#entries.has(name) ? this.entry(name, maximum) : Buffer.alloc(0);
  }

  /** @param maximum in bytes, unpacked */
  async entry(name: string, maximum = maximumUnpackedBytes): Promise<Buffer> {
    const { at, packed, isDeflated } = this.#entries.get(name) ?? { at: this.bytes.length, packed: 0, isDeflated: false };
    if (at + 30 > this.bytes.length) throw unreadable();
    const start = at + 30 + this.bytes.readUInt16LE(at + 26) + this.bytes.readUInt16LE(at + 28);
    const data = this.bytes.subarray(start, start + packed);
    const unpacked = isDeflated ? await inflateUpTo(data, Math.min(maximum, this.#left)) : data;
    this.#left -= unpacked.length;
    if (this.#left < 0 || unpacked.length > maximum) throw tooManyBytes();
    return unpacked;
  }
}

/** Decoded in a millisecond. */
const pieceBytes = 65_536;

function* piecesOf(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += pieceBytes) yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
}

/** In a thread. */
const inflated = promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(inflateRaw);

async function inflateUpTo(data: Buffer, maximum: number): Promise<Buffer> {
  try {
    return await inflated(data, { maxOutputLength: Math.max(1, maximum) });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooManyBytes() : unreadable();
  }
}

const endOfDirectory = Buffer.from([0x50, 0x4b, 5, 6]);

/** Without a namespace. A regular expression would take most of the time of a sheet. */
function nameOf(tag: string): string {
  let start = tag.startsWith('/') ? 1 : 0;
  let end = start;
  for (let code = tag.charCodeAt(end); (code > 47 && code < 59) || (code | 32) > 96; code = tag.charCodeAt(++end))
    if (code === 58) start = end + 1;
  return tag.slice(start, end);
}

async function elementsOf(xml: Buffer, name: string, slices: Slices): Promise<string[]> {
  const tags: string[] = [];
  await slices.each(tokensOf(piecesOf(xml)), ({ tag }) => {
    if (!tag.startsWith('/') && nameOf(tag) === name) tags.push(tag);
  });
  return tags;
}

function attribute(tag: string, name: string): string {
  const [, , value, other = ''] = [...tag.matchAll(attributes)].find(([, other]) => other === name) ?? [];
  return withoutEntities(value ?? other);
}

const attributes = /\s([\w:]+)=(?:"([^"]*)"|'([^']*)')/g;

/** Shared texts, without the pronunciation of Japanese ones. */
async function textsIn(xml: Buffer, slices: Slices): Promise<readonly string[]> {
  const texts: string[] = [];
  let [text, isPronunciation] = ['', false];
  await slices.each(tokensOf(piecesOf(xml)), ({ text: before, tag }) => {
    const name = nameOf(tag);
    if (name === 'rPh') isPronunciation = !tag.startsWith('/');
    else if (tag === '/t' || tag.endsWith(':t')) text += isPronunciation ? '' : before;
    else if (name === 'si' && (tag.startsWith('/') || tag.endsWith('/'))) {
      texts.push(text);
      text = '';
    }
  });
  return texts;
}

/** Indexes of the styles that show a number as a day: built-in formats, and those with a year or a day. */
async function dayStylesIn(xml: Buffer, slices: Slices): Promise<ReadonlySet<string>> {
  const formats = (await elementsOf(xml, 'numFmt', slices)).filter((tag) =>
    /[yd]/i.test(attribute(tag, 'formatCode').replace(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|\\./g, '')),
  );
  const ofDays = new Set([...builtInDays, ...formats.map((tag) => attribute(tag, 'numFmtId'))]);
  const cellStyles = xml.subarray(Math.max(0, xml.indexOf('cellXfs')), Math.max(0, xml.indexOf('/cellXfs')));
  const styles = await elementsOf(cellStyles, 'xf', slices);
  return new Set(styles.flatMap((tag, index) => (ofDays.has(attribute(tag, 'numFmtId')) ? [String(index)] : [])));
}

const builtInDays = '14 15 16 17 22 27 28 29 30 31 36 50 51 52 53 54 55 56 57 58'.split(' ');

interface Content {
  readonly xml: Buffer;
  readonly texts: readonly string[];
  readonly dayStyles: ReadonlySet<string>;
  /** Day 0 in milliseconds. */
  readonly firstDay: number;
}

/** Rows with their numbers; rows and cells without a position follow those before. */
async function* rowsOf(content: Content, slices: Slices): AsyncGenerator<CsvRow> {
  let [line, cells] = [0, [] as Cell[]];
  let [position, type, style, value] = ['', '', '', ''];
  for (const { text, tag } of tokensOf(piecesOf(content.xml))) {
    if (slices.isOver) await slices.rest();
    const name = nameOf(tag);
    const [isStart, isEnd] = [!tag.startsWith('/'), tag.startsWith('/') || tag.endsWith('/')];
    if (name === 'row') {
      if (isStart) [line, cells] = [Number(attribute(tag, 'r')) || line + 1, []];
      if (isEnd) yield { line, cells };
    } else if (name === 'c') {
      if (isStart) {
        [position, type, style, value] = ['', '', '', ''];
        for (const [, name, text = ''] of tag.matchAll(cellAttributes)) {
          if (name === 'r') position = text;
          else if (name === 't') type = text;
          else style = text;
        }
        const column = columnOf(position) ?? cells.length;
        if (column >= maximumColumns && !isEnd) throw tooLarge('too_many_columns', { row: line, max: maximumColumns });
        while (cells.length < Math.min(column, maximumColumns)) cells.push(emptyCell);
      }
      if (isEnd && cells.length < maximumColumns)
        cells.push(value === '' ? emptyCell : { text: textOf(content, type, style, value), isQuoted: false });
    } else if (!isStart && (name === 'v' || name === 't')) value += text;
  }
}

const cellAttributes = /\s([rst])="([^"]*)"/g;

const emptyCell: Cell = { text: '', isQuoted: false };

/** From 0: "AB12" is in column 27. */
function columnOf(position: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(position) ?? [];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf({ texts, dayStyles, firstDay }: Content, type: string, style: string, value: string): string {
  if (type === 's') return texts[Number(value)] ?? '';
  // An error such as #N/A is no value.
  if (type === 'e') return '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== '' && type !== 'n') return value;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  if (!dayStyles.has(style) || number < 1 || number > 2_958_465) return String(Number(number.toPrecision(15)));
  const moment = new Date(firstDay + Math.round(number * 86_400) * 1_000).toISOString();
  return moment.slice(11, 19) === '00:00:00' ? moment.slice(0, 10) : `${moment.slice(0, 10)} ${moment.slice(11, 19)}`;
}
