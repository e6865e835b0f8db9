import { isUtf8 } from 'node:buffer';
import { hasNul } from '../../api/schema/checks';
import { writesOf } from '../../api/write/write';
import { DomainError } from '../../errors';
import { decode, maximumFileBytes, parseJson, readBytes, requireMediaType } from '../../http/body';
import { type Message, message } from '../../messages/message';
import { readBarcode } from '../../store/values/identifiers';
import { beyondHeader, type Cells, readTexts, splitHeading } from './cells';
import { importColumns } from './columns';
import { type Cell, readCsv, unescapeFormula } from './csv';
import { hasTooManyNumbers, isDiscogsHeader, mark } from './discogs';
import type { Slices } from './import-queue';
import { cellsOfMusicBrainz, readJsonFile } from './json';
import { maximumCatalogNumbers, maximumColumns, maximumNameLength, maximumRowLength, maximumRows } from './limits';
import { fileFormatOf, fileVersion, type ReleaseList, releaseColumns, timeColumns } from './lists';
import { withValues } from './rows';

/** A row with its line in CSV, or its item number in JSON, from 1. */
export interface PlacedRow {
  readonly line: number;
  /** Cells with a value, as JSON text: a tenth of the memory of objects. */
  readonly content: string;
  /** The file's column names by ours, for faults. */
  readonly headings?: Readonly<Record<string, string>> | undefined;
}

export interface SentFile {
  readonly isCsv: boolean;
  readonly bytes: Uint8Array;
}

/**
 * Checks the type and size of a request body.
 * @throws {HttpError} 415
 * @throws {DomainError} too large
 */
export async function receiveFile(request: Request): Promise<SentFile> {
  const isCsv = /^text\/csv\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');
  if (!isCsv) requireMediaType(request, ['application/json', 'text/csv']);
  return { isCsv, bytes: await readBytes(request, maximumFileBytes) };
}

/** @throws {DomainError} invalid, for another kind of file; too large, beyond a limit */
export function readFile(list: ReleaseList, { isCsv, bytes }: SentFile, slices: Slices): Promise<PlacedRow[]> {
  return isCsv ? csvRows(list, bytes, slices) : jsonRows(list, bytes, slices);
}

const malformed = (problem: Message): DomainError => new DomainError('invalid', problem, { source: { pointer: '' } });
const tooMuch = (problem: Message): DomainError => new DomainError('too_large', problem, { source: { pointer: '' } });

const byteOrderMark = [0xef, 0xbb, 0xbf];

async function csvRows(list: ReleaseList, bytes: Uint8Array, slices: Slices): Promise<PlacedRow[]> {
  if (!isUtf8(bytes)) throw malformed(message('file_not_utf8'));
  const isMarked = byteOrderMark.every((byte, index) => bytes[index] === byte);
  const rows: PlacedRow[] = [];
  let found: RowReader | undefined;
  for await (const { line, cells } of readCsv(isMarked ? bytes.subarray(byteOrderMark.length) : bytes, slices)) {
    // Spreadsheets end with lines of delimiters.
    if (cells.every(({ text }) => text.trim() === '')) continue;
    if (rows.length === maximumRows) throw tooManyRows();
    const reader = found ?? readerOf(list, cells);
    if (found || reader === withoutHeader) rows.push({ line, content: reader.read(line, cells), headings: reader.headings });
    found = reader;
    await slices.rest();
  }
  if (!found) throw withoutColumns();
  return rows;
}

const tooManyRows = (): DomainError => tooMuch(message('too_many_rows', { max: maximumRows }));

const withoutColumns = (): DomainError => malformed(message('file_without_columns'));

interface RowReader extends Pick<PlacedRow, 'headings'> {
  /** Converts a row to stored text. */
  readonly read: (line: number, cells: readonly Cell[]) => string;
}

/** Columns that identify a disc. */
const telling = ['release_id', 'release_title', 'barcode', 'catalog_number'];

/** Interprets the header. Without any known column, rows are read by {@link withoutHeader}. */
function readerOf(list: ReleaseList, cells: readonly Cell[]): RowReader {
  const names = cells.map(({ text }) => text.trim());
  const isForeign = isDiscogsHeader(names);
  const own = new Set<string>([...releaseColumns, ...timeColumns, ...Object.keys(writesOf(list.resource).fields)]);
  const header = isForeign ? names : importColumns(names, own);
  if (!isForeign && !telling.some((name) => header.includes(name))) {
    if (header.some((name) => own.has(name)) || isMarkup(names)) throw withoutColumns();
    return withoutHeader;
  }
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw malformed(message('column_twice', { name: twice.slice(0, 60) }));
  for (const name of header) requireShortName(name, 1);
  const valueIn = isForeign ? ({ text }: Cell) => text : (cell: Cell, name: string) => typed(list, name, cell);
  const { currency } = own.has('purchase_price_cents') ? splitHeading(names[header.indexOf('purchase_price')] ?? '') : {};
  /** The currency of the heading, or with another one of the row, a price that contradicts it. */
  const priced = ({ purchase_price: price, currency: ofRow }: Cells): Cells => {
    if (currency === undefined || typeof price !== 'string' || ofRow === currency) return {};
    return ofRow ? { purchase_price: `${price} ${currency}` } : { currency };
  };
  const read: RowReader['read'] = (line, row) => {
    const named = row.flatMap((cell, index) => (header[index] ? [[header[index], valueIn(cell, header[index])] as const] : []));
    const cells: Cells = Object.fromEntries(named);
    const beyond = row.slice(header.length).find(({ text }) => text.trim() !== '')?.text;
    return contentOf({ ...cells, ...priced(cells), ...(beyond !== undefined && { [beyondHeader]: beyond }) }, line);
  };
  return { read, headings: Object.fromEntries(header.map((name, index) => [name, names[index] ?? name])) };
}

/** JSON, HTML or XML sent as CSV. */
const isMarkup = ([first = '']: readonly string[]): boolean => /^[{<]/.test(first);

/** A heading or code fence: the file is a text document, not a list. "# 9 Dream" is a title. */
const markdown = /^(?:#{1,6} +(?!\d)|```|~~~)/;

/** A title, a barcode, or both. Text after a comma and space belongs to the title: "The Good, the Bad and the Ugly". */
const withoutHeader: RowReader = {
  read(line, cells) {
    const texts = cells.map(({ text }) => text).filter((text) => text.trim() !== '');
    const barcode = texts.find((text) => readBarcode(text.trim()) !== null);
    const [title, ...others] = texts.filter((text) => text !== barcode);
    if (others.some((text) => !text.startsWith(' ')) || markdown.test(title ?? '')) throw withoutColumns();
    return contentOf({ barcode: barcode?.trim() ?? null, release_title: title === undefined ? null : [title, ...others].join(',') }, line);
  },
};

/** Converts a cell; invalid values stay text, which validation rejects. */
function typed(list: ReleaseList, name: string, { text, isQuoted }: Cell): unknown {
  const { fields } = writesOf(list.resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (text === '') return isQuoted && field?.isAllowed('') ? '' : null;
  if (field?.schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (field?.schema.type === 'boolean') return yes.test(text) ? true : no.test(text) ? false : text;
  const plain = unescapeFormula(text);
  return field?.schema.type === 'array' ? readTexts(plain) : plain;
}

const yes = /^(?:true|yes|wahr|ja|vrai|oui|x)$/i;
const no = /^(?:false|no|falsch|nein|faux|non)$/i;

async function jsonRows(list: ReleaseList, bytes: Uint8Array, slices: Slices): Promise<PlacedRow[]> {
  const { frame, items } = await readJsonFile(decode(bytes), slices);
  const { format, version, items: none, releases } = isObject(frame) ? frame : {};
  const rule = message('invalid_json_file', { format: fileFormatOf(list), version: fileVersion });
  const isOurs = format === fileFormatOf(list) && version === fileVersion && Array.isArray(none);
  if (!isOurs && !Array.isArray(releases)) throw malformed(rule);
  const rows: PlacedRow[] = [];
  const columns = new Set<string>();
  await slices.each(items, (item) => {
    const line = rows.length + 1;
    const value = parseJson(item, 'file');
    if (!isObject(value)) throw malformed(rule);
    const cells = isOurs ? value : cellsOfMusicBrainz(value);
    for (const name of Object.keys(cells)) columns.add(name);
    if (columns.size > maximumColumns) throw tooMuch(message('too_many_columns', { row: line, max: maximumColumns }));
    rows.push({ line, content: contentOf(cells, line) });
  });
  return rows;
}

const isObject = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param row its line or position, for error messages */
function contentOf(cells: Cells, row: number): string {
  const given = withValues(cells);
  for (const name of Object.keys(given)) requireShortName(name, row);
  if (hasTooManyNumbers(given)) throw tooMuch(message('row_has_many_numbers', { row, column: mark, max: maximumCatalogNumbers }));
  const content = JSON.stringify(given);
  if (content.length > maximumRowLength) throw tooMuch(message('row_too_long', { row, max: maximumRowLength }));
  if (Object.entries(given).flat().some(hasNul)) throw malformed(message('row_has_nul', { row }));
  return content;
}

function requireShortName(name: string, row: number): void {
  if (name.length > maximumNameLength) throw tooMuch(message('column_name_too_long', { row, max: maximumNameLength }));
}
