import { isUtf8 } from 'node:buffer';
import { type DomainError, invalid, tooLarge } from '../../errors';
import { decode, maximumFileBytes, parseJson, readBytes, requireMediaType } from '../../http/body';
import { hasNul } from '../../jsonapi/checks';
import { writesOf } from '../../jsonapi/write';
import type { Cells } from './cells';
import { type Cell, readCsv, unescapeFormula } from './csv';
import { hasTooManyNumbers, mark } from './discogs';
import { readJsonFile } from './json';
import { maximumCatalogNumbers, maximumColumns, maximumNameLength, maximumRowLength, maximumRows } from './limits';
import { fileVersion, formatOf, type List } from './lists';
import { withValues } from './rows';
import type { Slices } from './slices';
import { readTexts } from './texts';

/** A row of a file, and its place: the line of a CSV file, or the number of an item in JSON, both from 1. */
export interface Placed {
  readonly line: number;
  /** The cells that have a value, by their columns, as JSON: thousands of rows are held as text in a tenth of the memory. */
  readonly content: string;
}

/** The bytes of a file, and how they are to be read. */
export interface SentFile {
  readonly isCsv: boolean;
  readonly bytes: Uint8Array;
}

/**
 * The file in a request's body, unread.
 * @throws {HttpError} 415 for another type
 * @throws {DomainError} for a file that is too large
 */
export async function receiveFile(request: Request): Promise<SentFile> {
  const isCsv = /^text\/csv\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');
  if (!isCsv) requireMediaType(request, ['application/json', 'text/csv']);
  return { isCsv, bytes: await readBytes(request, maximumFileBytes) };
}

/**
 * The rows of a file.
 * @throws {DomainError} invalid, for one that is no such file, too large for one that passes a limit
 */
export function readFile(list: List, { isCsv, bytes }: SentFile, slices: Slices): Promise<Placed[]> {
  return isCsv ? csvRows(list, bytes, slices) : jsonRows(list, bytes, slices);
}

const malformed = (detail: string): DomainError => invalid(detail, { pointer: '' });
const tooMuch = (detail: string): DomainError => tooLarge(detail, { pointer: '' });

const byteOrderMark = [0xef, 0xbb, 0xbf];

async function csvRows(list: List, bytes: Uint8Array, slices: Slices): Promise<Placed[]> {
  if (!isUtf8(bytes)) throw malformed('The file must be UTF-8. Spreadsheets save it as "CSV UTF-8".');
  const isMarked = byteOrderMark.every((byte, index) => bytes[index] === byte);
  const rows: Placed[] = [];
  let contentOf: ((line: number, cells: readonly Cell[]) => string) | undefined;
  for await (const { line, cells } of readCsv(isMarked ? bytes.subarray(byteOrderMark.length) : bytes, slices)) {
    if (rows.length === maximumRows) throw tooManyRows(line);
    if (contentOf) rows.push({ line, content: contentOf(line, cells) });
    else contentOf = columnsOf(list, cells);
    await slices.rest();
  }
  if (!contentOf) throw withoutColumns();
  return rows;
}

const tooManyRows = (line: number): DomainError =>
  tooMuch(`A file may have at most ${maximumRows} rows; there are more from line ${line} on.`);

const withoutColumns = (): DomainError =>
  malformed('The first row must name the columns, release_id, barcode or catalog_number among them, or be that of a Discogs export.');

/** Reads the first row, and gives what reads the others. */
function columnsOf(list: List, cells: readonly Cell[]): (line: number, cells: readonly Cell[]) => string {
  const names = cells.map(({ text }) => text.trim());
  const isForeign = names.includes(mark);
  // Spreadsheets and people begin names with a capital.
  const header = isForeign ? names : names.map((name) => name.toLowerCase());
  if (!isForeign && !['release_id', 'barcode', 'catalog_number'].some((name) => header.includes(name))) throw withoutColumns();
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw malformed(`The first row names ${twice.slice(0, 60)} twice.`);
  for (const name of header) requireShortName(name, 'The first row');
  const read = isForeign ? ({ text }: Cell) => text : (cell: Cell, name: string) => typed(list, name, cell);
  return (line, row) => {
    const named = row.flatMap((cell, index) => (header[index] ? [[header[index], read(cell, header[index])] as const] : []));
    return contentOf(Object.fromEntries(named), `The row in line ${line}`);
  };
}

/** The value that a cell stands for: what it cannot stand for stays text, which its rule then refuses. */
function typed(list: List, name: string, { text, isQuoted }: Cell): unknown {
  const { fields } = writesOf(list.resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (text === '') return isQuoted && field?.isAllowed('') ? '' : null;
  if (field?.schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  // Spreadsheets write TRUE.
  if (field?.schema.type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  const plain = unescapeFormula(text);
  return field?.schema.type === 'array' ? readTexts(plain) : plain;
}

async function jsonRows(list: List, bytes: Uint8Array, slices: Slices): Promise<Placed[]> {
  const { frame, items } = await readJsonFile(decode(bytes), slices);
  const { format, version, items: none } = (isObject(frame) ? frame : {}) as { format?: unknown; version?: unknown; items?: unknown };
  const rule = `The file must be an object with "format": "${formatOf(list)}", "version": ${fileVersion} and a list of objects in "items".`;
  if (format !== formatOf(list) || version !== fileVersion || !Array.isArray(none)) throw malformed(rule);
  const rows: Placed[] = [];
  const columns = new Set<string>();
  await slices.each(items, (item) => {
    const line = rows.length + 1;
    const cells = parseJson(item, 'file');
    if (!isObject(cells)) throw malformed(rule);
    for (const name of Object.keys(cells)) columns.add(name);
    if (columns.size > maximumColumns)
      throw tooMuch(`The items up to number ${line} name too many columns: a file may have at most ${maximumColumns}.`);
    rows.push({ line, content: contentOf(cells, `Item ${line}`) });
  });
  return rows;
}

const isObject = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A row as it is held. `place` begins the sentence of what is refused. */
function contentOf(cells: Cells, place: string): string {
  const given = withValues(cells);
  for (const name of Object.keys(given)) requireShortName(name, place);
  if (hasTooManyNumbers(given))
    throw tooMuch(`${place} has too many catalogue numbers: ${mark} may have at most ${maximumCatalogNumbers}.`);
  const content = JSON.stringify(given);
  if (content.length > maximumRowLength) throw tooMuch(`${place} is too long: a row may have at most ${maximumRowLength} characters.`);
  if (Object.entries(given).flat().some(hasNul)) throw malformed(`${place} has a character U+0000, which no text has.`);
  return content;
}

function requireShortName(name: string, place: string): void {
  if (name.length > maximumNameLength)
    throw tooMuch(`${place} has a column whose name is too long: one may have at most ${maximumNameLength} characters.`);
}
