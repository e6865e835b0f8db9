import { badParameter, DomainError } from '../../errors';
import { decode, maximumFileBytes, parseJson, readBytes, requireMediaType } from '../../http/body';
import { type Message, message } from '../../messages/message';
import { readBarcode } from '../../store/values/identifiers';
import type { Cells } from '../formats/cells';
import { isKnownHeading, keyOf, programOf } from '../formats/columns';
import { type CsvRow, layoutOf, readCsv } from '../formats/csv';
import { isDiscogsHeader, mark } from '../formats/discogs';
import { decodeText, encodingOf } from '../formats/encodings';
import { cellsOfRelease, incompleteIn, readJsonFile } from '../formats/json';
import type { Slices } from '../formats/slices';
import { type RawRow, Table, valueOfCell } from '../formats/table';
import { type FileType, mediaTypes } from '../formats/vocabulary';
import { readXml } from '../formats/xml';
import { CanonicalRows, type PlacedRow } from './canonical-rows';
import { type FileFacts, noFacts } from './documents';
import { fileFormatOf, fileVersion, type ReleaseList } from './lists';
import { type ReadChoices, readColumnChoices } from './parameters';

export interface SentFile {
  readonly type: FileType;
  readonly bytes: Uint8Array;
}

/** Choices for reading; `isPreview` also reports on files without a column that names discs. */
export interface ReadOptions extends ReadChoices {
  readonly isPreview?: boolean;
}

/**
 * Checks the type and size of a request body.
 * @throws {HttpError} 415
 * @throws {DomainError} too large
 */
export async function receiveFile(request: Request): Promise<SentFile> {
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const type = Object.entries(mediaTypes).find(([name]) => name === mediaType.trim())?.[1];
  // A charset of text/csv may be that of the platform, not of the file.
  if (type === undefined || type === 'json') requireMediaType(request, Object.keys(mediaTypes));
  return { type: type ?? 'csv', bytes: await readBytes(request, maximumFileBytes) };
}

/** The type of a file by its first bytes. */
export function fileTypeOf(bytes: Uint8Array): FileType {
  if (isWorkbook(bytes)) return 'workbook';
  const start = decodeText(bytes.subarray(0, 1_024), encodingOf(bytes)).trimStart();
  return /^[{[]/.test(start) ? 'json' : start.startsWith('<?xml') ? 'xml' : 'csv';
}

/** An archive; or a compound file, of workbooks with a password, and those before 2007. */
const isWorkbook = ([first, second]: Uint8Array): boolean => (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

/** By the first bytes of JPEG, PNG, GIF, WebP, TIFF, HEIC and PDF. */
const isPicture = (bytes: Uint8Array): boolean =>
  /^(?:\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF.{4}WEBP|II\*\0|MM\0\*|.{4}ftyp|%PDF-)/s.test(String.fromCharCode(...bytes.subarray(0, 12)));

/** A file in the form that is imported, with what was detected in it. */
export type ReadFile = Awaited<ReturnType<typeof readFile>>;

/** @throws {DomainError} invalid, for another kind of file; too large, beyond a limit */
export async function readFile(list: ReleaseList, { type, bytes }: SentFile, options: ReadOptions, slices: Slices) {
  const chosen = readColumnChoices(list, options.columns);
  const { table, facts, isPlain } = await readTable({ ...options, list, chosen, slices }, bytes, isWorkbook(bytes) ? 'workbook' : type);
  if (options.sheet !== undefined && facts.sheet === undefined) throw badParameter('sheet', 'sheet_without_workbook');
  const names = isPlain ? [] : table.headings;
  const missing = [...chosen.keys()].find((heading) => !names.includes(heading));
  if (missing !== undefined)
    throw badParameter(`columns[${missing}]`, 'column_not_found', { name: missing, names: names.slice(0, namesShown) });
  const canonical = new CanonicalRows(list, table, options, chosen);
  if (!options.isPreview && !canonical.fields.some((field) => telling.includes(field)) && type !== 'json') throw withoutColumns();
  const rows: PlacedRow[] = [];
  await slices.each(table.program === 'beets' ? albumsIn(table) : table.rows, (row) => {
    rows.push(canonical.read(row));
  });
  const found: FileFacts = { ...noFacts, program: table.program, ...facts, ...(!isPlain && canonical.facts) };
  return { rows, facts: found, ignored: isPlain ? [] : canonical.ignored };
}

/** In a sentence. */
const namesShown = 20;

/** Columns that identify a disc. */
const telling: readonly string[] = ['release_id', 'release_title', 'barcode', 'catalog_number'];

interface Reading extends ReadOptions {
  readonly list: ReleaseList;
  /** Fields by heading. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly slices: Slices;
}

/** A table, or a plain list of titles and barcodes. */
interface RawFile {
  readonly table: Table;
  readonly facts: Partial<FileFacts>;
  readonly isPlain?: boolean;
}

async function readTable(reading: Reading, bytes: Uint8Array, type: FileType): Promise<RawFile> {
  const { slices } = reading;
  if (type === 'workbook') {
    const { readWorkbook } = await import('../formats/workbook');
    let book = await readWorkbook(bytes, reading.sheet, slices);
    // The first sheet may be a cover.
    const others = reading.sheet === undefined && !hasHeader(book.head) ? book.sheets.slice(1, 1 + mostSheetsTried) : [];
    for (const sheet of others) {
      const other = await readWorkbook(bytes, sheet, slices);
      if (!hasHeader(other.head)) continue;
      book = other;
      break;
    }
    const { head, rows, ...facts } = book;
    return fromCells(reading, head, rows, facts);
  }
  if (type === 'json') return fromJson(reading, bytes);
  if (type === 'xml') {
    const [table, encoding] = [new Table(), encodingOf(bytes)];
    const albums = await readXml(decodeText(bytes, encoding), slices);
    await slices.each(albums.entries(), ([index, album]) => table.addNamed(index + 1, album));
    table.program = programOf(table.headings);
    return { table, facts: { encoding } };
  }
  if (isPicture(bytes)) throw malformed(message('file_is_no_table'));
  const layout = layoutOf(bytes, reading, isKnownHeading);
  const { encoding, separator, head } = layout;
  return fromCells(reading, head, readCsv(bytes, layout, slices), { encoding, separator });
}

/** Each is unpacked again. */
const mostSheetsTried = 9;

const hasHeader = (head: readonly (readonly string[])[]): boolean => head.some((cells) => cells.filter(isKnownHeading).length >= 2);

/** A table below its header, or a plain list. */
async function fromCells(
  reading: Reading,
  head: readonly (readonly string[])[],
  lines: AsyncIterable<CsvRow> | Iterable<CsvRow>,
  facts: Partial<FileFacts>,
): Promise<RawFile> {
  const headerAt = headerIn(head, reading);
  const table = new Table();
  let index = -1;
  for await (const { line, cells } of lines) {
    await reading.slices.rest();
    // Spreadsheets end with lines of delimiters.
    if (cells.every(({ text }) => text.trim() === '')) continue;
    index++;
    const texts = cells.map(({ text }) => text);
    if (headerAt === undefined) table.addNamed(line, plainCells(texts));
    else if (index === headerAt) for (const text of texts) table.addColumn(text.trim(), line);
    else if (index > headerAt) table.addRow(line, cells.map(valueOfCell));
  }
  table.program = isDiscogsHeader(table.headings) ? 'discogs' : programOf(table.headings);
  if (headerAt === undefined) table.writing = 'values';
  return { table, facts, isPlain: headerAt === undefined };
}

/**
 * The row with the headings: the first with two known or chosen ones, else with one that names a disc, else in a preview the
 * first with most cells.
 * @returns undefined for a plain list
 * @throws {DomainError} invalid, if there is none
 */
function headerIn(head: readonly (readonly string[])[], { chosen, isPreview }: Reading): number | undefined {
  const [first = []] = head;
  if (head.length === 0) throw withoutColumns();
  const known = head.map((cells) => cells.filter((cell) => isKnownHeading(cell) || chosen.has(cell.trim())).length);
  const header = known.findIndex((count) => count >= 2);
  if (header >= 0) return header;
  if (known[0] === 1) return 0;
  if (isMarkup(first)) throw withoutColumns();
  if (head.every(isPlain)) return undefined;
  const widths = head.map((cells) => filledIn(cells).length);
  const widest = widths.indexOf(Math.max(...widths));
  if (!isPreview || head.length - widest < 2 || (widths[widest] ?? 0) < 2 || head.some(([cell = '']) => markdown.test(cell)))
    throw withoutColumns();
  return widest;
}

/** JSON, HTML or XML sent as CSV. */
const isMarkup = ([first = '']: readonly string[]): boolean => /^[{<]/.test(first);

/** A heading or code fence: the file is a text document, not a list. "# 9 Dream" is a title. */
const markdown = /^(?:#{1,6} +(?!\d)|```|~~~)/;

const isPlain = (cells: readonly string[]): boolean => {
  const [title = '', ...others] = titlesIn(cells);
  return !markdown.test(title) && others.every((text) => text.startsWith(' '));
};

const filledIn = (cells: readonly string[]): string[] => cells.filter((text) => text.trim() !== '');

const barcodeIn = (cells: readonly string[]): string | undefined => filledIn(cells).find((text) => readBarcode(text.trim()) !== null);

const titlesIn = (cells: readonly string[]): string[] => {
  const barcode = barcodeIn(cells);
  return filledIn(cells).filter((text) => text !== barcode);
};

/** A title, a barcode, or both. Text after a comma and space belongs to the title: "The Good, the Bad and the Ugly". */
function plainCells(texts: readonly string[]): Cells {
  if (!isPlain(texts)) throw withoutColumns();
  const titles = titlesIn(texts);
  return { barcode: barcodeIn(texts)?.trim() ?? null, title: titles.length === 0 ? null : titles.join(',') };
}

async function fromJson({ list, slices }: Reading, bytes: Uint8Array): Promise<RawFile> {
  const encoding = encodingOf(bytes);
  const { frame, items } = await readJsonFile(encoding.startsWith('utf-16') ? decodeText(bytes, encoding) : decode(bytes), slices);
  const { format, version, items: none, releases, wants, albums } = isObject(frame) ? frame : {};
  const rule = message('invalid_json_file', { format: fileFormatOf(list), version: fileVersion });
  const isOurs = format === fileFormatOf(list) && version === fileVersion && Array.isArray(none);
  const isOfSite = Array.isArray(releases ?? wants);
  const isList = (Array.isArray(frame) && items.length > 0) || Array.isArray(albums);
  if (!isOurs && !isOfSite && !isList) throw malformed(rule);
  const table = new Table();
  let plainRows = 0;
  await slices.each(items.entries(), ([index, item]) => {
    const value = parseJson(item, 'file');
    const isText = isList && (typeof value === 'string' || typeof value === 'number');
    if (isText) plainRows++;
    else if (!isObject(value)) throw malformed(rule);
    const cellsOf = (item: Cells) => (isOurs ? item : isOfSite || isObject(item.basic_information) ? cellsOfRelease(item) : flat(item));
    table.addNamed(index + 1, isText ? plainCells([String(value)]) : cellsOf(value as Cells));
  });
  const isPlain = plainRows > 0 && plainRows === items.length;
  const isOfDiscogs = table.headings.includes(mark);
  table.program = isOurs ? 'leitmotif' : isOfDiscogs ? 'discogs' : isOfSite ? 'musicbrainz' : programOf(table.headings);
  if (isOurs || isOfSite || isOfDiscogs || isPlain) table.writing = 'values';
  return { table, facts: { encoding, incomplete: isObject(frame) && isOfSite ? incompleteIn(frame, items.length) : null }, isPlain };
}

const isObject = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members as texts of a spreadsheet: lists joined, other objects by their name. */
const flat = (item: Cells): Cells =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, [value].flat().map(nameOf).filter(Boolean).join(', ') || null]));

const nameOf = (value: unknown): string => (isObject(value) ? nameOf(value.name ?? value.title ?? '') : String(value ?? ''));

/** Exports of beets list tracks: the first of each album stands for it. */
function albumsIn({ columns, rows }: Table): RawRow[] {
  const keys = columns.map(({ heading }) => keyOf(heading));
  const [album, artist, id] = ['album', 'albumartist', 'mbalbumid'].map((key) => keys.indexOf(key)) as [number, number, number];
  if (album < 0 || !keys.includes('title')) return rows;
  const seen = new Set<string>();
  return rows.filter(({ content }) => {
    const values = JSON.parse(content) as readonly unknown[];
    const key = JSON.stringify([values[album], values[artist], values[id]]);
    return seen.size < seen.add(key).size;
  });
}

const malformed = (problem: Message): DomainError => new DomainError('invalid', problem, { source: { pointer: '' } });

const withoutColumns = (): DomainError => malformed(message('file_without_columns'));
