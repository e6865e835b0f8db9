import { Problem } from '../../errors';
import { maximumFileBytes, readJson } from '../../http/body';
import { writesOf } from '../../jsonapi/write';
import { type Cell, readCsv, type Table, unescapeFormula } from './csv';
import { isDiscogs } from './discogs';
import { fileVersion, formatOf, type List } from './lists';
import type { Cells } from './rows';

/** More items than nearly all collections have; one transaction writes them in well under a second. */
export const maximumRows = 10_000;

/** A row with its place: the line of a CSV file, or the number of an item in JSON, both from 1. */
export interface Placed {
  readonly line: number;
  readonly cells: Cells;
}

/**
 * The rows of the file in a request's body.
 * @throws {Problem} 415 for another type, 413 for a file that is too large, 400 for one that is no such file
 */
export async function readFile(request: Request, list: List): Promise<Placed[]> {
  const isCsv = /^text\/csv\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '');
  const rows = isCsv
    ? csvRows(list, readCsv(await csvText(request)))
    : jsonRows(list, await readJson(request, ['application/json', 'text/csv'], maximumFileBytes));
  if (rows.length > maximumRows) throw new Problem(413, `A file may have at most ${maximumRows} rows; this one has ${rows.length}.`);
  return rows;
}

/** Decoding takes off a byte order mark. */
async function csvText(request: Request): Promise<string> {
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maximumFileBytes) throw new Problem(413, `The body may have at most ${maximumFileBytes} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The file must be UTF-8. Spreadsheets save it as "CSV UTF-8".');
  }
}

const malformed = (detail: string): Problem => new Problem(400, detail, { pointer: '' });

function csvRows(list: List, { header, records }: Table): Placed[] {
  const isForeign = isDiscogs(Object.fromEntries(header.map((name) => [name, true])));
  if (!isForeign && !['release_id', 'barcode', 'catalog_number'].some((name) => header.includes(name)))
    throw malformed(
      'The first row must name the columns, release_id, barcode or catalog_number among them, or be that of a Discogs export.',
    );
  const twice = header.find((name, index) => name !== '' && header.indexOf(name) !== index);
  if (twice !== undefined) throw malformed(`The first row names ${twice.slice(0, 60)} twice.`);
  const read = isForeign ? ({ text }: Cell) => text : (cell: Cell, name: string) => typed(list, name, cell);
  return records.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(cells.flatMap((cell, index) => (header[index] ? [[header[index], read(cell, header[index])]] : []))),
  }));
}

/** The value that a cell stands for: what it cannot stand for stays text, which its rule then refuses. */
function typed(list: List, name: string, { text, isQuoted }: Cell): unknown {
  const { fields } = writesOf(list.resource);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (text === '') return isQuoted && field?.isAllowed('') ? '' : null;
  if (field?.schema.type === 'integer') return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  // Spreadsheets write TRUE.
  if (field?.schema.type === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : text;
  return unescapeFormula(text);
}

function jsonRows(list: List, file: unknown): Placed[] {
  const { format, version, items } = (isObject(file) ? file : {}) as { format?: unknown; version?: unknown; items?: unknown };
  if (format !== formatOf(list) || version !== fileVersion || !Array.isArray(items) || !items.every(isObject))
    throw malformed(
      `The file must be an object with "format": "${formatOf(list)}", "version": ${fileVersion} and a list of objects in "items".`,
    );
  return items.map((cells: Cells, index) => ({ line: index + 1, cells }));
}

const isObject = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value);
