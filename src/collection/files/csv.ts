import { type CastingContext, CsvError, type Options, parse as streamed } from 'csv-parse/stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type DomainError, invalid, tooLarge } from '../../errors';
import { maximumColumns, maximumNameLength, maximumRowLength } from './limits';
import type { Slices } from './turns';

/** A cell: `isQuoted` tells an empty text from no value. */
export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A row, and the line that it begins on. It may have fewer cells than the first one, or more. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

const delimiters = [',', ';', '\t'];

/** The parser takes a piece at once: little enough that its densest one takes a few milliseconds. */
const pieceBytes = 2048;

/** Every name quoted, and of characters of four bytes. */
const maximumHeaderBytes = maximumColumns * (maximumNameLength * 4 + 3);

const options = {
  // Named, as the parser would else look for them anew at every character of the first row.
  record_delimiter: ['\r\n', '\n', '\r'],
  // Exports end a row early where its last cells are empty, and spreadsheets add some.
  relax_column_count: true,
  skip_empty_lines: true,
} satisfies Options;

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs, whichever splits its first row into the most cells, row by row.
 * @throws {DomainError} invalid, for a file that ends within quotes or has them where they cannot be; too large, for one
 * with a row that is
 */
export async function* readCsv(bytes: Uint8Array, slices: Slices): AsyncGenerator<CsvRow> {
  const rows = new Rows();
  const rowOptions: Options<CsvRow, Cell[]> = {
    ...options,
    delimiter: delimiterOf(bytes.subarray(0, maximumHeaderBytes)),
    // What is given for a cell does not count for it, so it is the bytes of one cell: a unit of UTF-16 has three at most.
    max_record_size: maximumRowLength * 3,
    cast: (text, context) => rows.take(text, context),
    on_record: (cells) => ({ line: rows.line, cells }),
  };
  try {
    yield* pieces(bytes, slices).pipeThrough(streamed(rowOptions as unknown as Options)) as ReadableStream<CsvRow>;
  } catch (error) {
    throw error instanceof CsvError ? asDomainError(error) : error;
  }
}

/** The row that is being parsed: where it begins and how large it has become. */
class Rows {
  line = 1;
  #length = 0;
  /** The parser counts a line break of two characters within quotes as two. */
  #countedTwice = 0;

  take(text: string, { column, lines, quoting }: CastingContext): Cell {
    if (column === 0) {
      this.line = lines - this.#countedTwice - (quoting ? occurrences(text, /[\r\n]/g) : 0);
      this.#length = 0;
    }
    if (quoting) this.#countedTwice += occurrences(text, /\r\n/g);
    this.#length += text.length;
    if (this.#length > maximumRowLength) throw rowTooLong(this.line);
    if ((column as number) >= maximumColumns) throw tooLarge('too_many_columns', { row: this.line, max: maximumColumns });
    return { text, isQuoted: quoting };
  }
}

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const rowTooLong = (line: number): DomainError => tooLarge('row_too_long_quote', { row: line, max: maximumRowLength });

function asDomainError({ code, lines }: CsvError): DomainError {
  const line = typeof lines === 'number' ? lines : 1;
  if (code === 'CSV_MAX_RECORD_SIZE') return rowTooLong(line);
  return invalid('csv_malformed', { line });
}

function pieces(bytes: Uint8Array, slices: Slices): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await slices.rest();
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
      if (at >= bytes.length) controller.close();
    },
  });
}

function delimiterOf(start: Uint8Array): string {
  const widths = delimiters.map((delimiter) => {
    try {
      const [header] = parse(Buffer.from(start), { ...options, delimiter, to: 1, relax_quotes: true }) as string[][];
      return header?.length ?? 0;
    } catch (error) {
      if (error instanceof CsvError) return 0;
      throw error;
    }
  });
  return delimiters[widths.indexOf(Math.max(...widths))] as string;
}

/** Writes CSV. Text is quoted, so that an empty one differs from none. */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const safe = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
  const layout = { record_delimiter: 'windows' } as const;
  return stringify([[...header]], layout) + stringify(safe, { ...layout, quoted_string: true });
}

/**
 * What begins a formula in a spreadsheet (https://owasp.org/www-community/attacks/CSV_Injection), with the apostrophes
 * that stand before it already: each is taken for an escape, so that whatever is written is read again as it was.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes off the apostrophe that {@link writeCsv} put before what a spreadsheet would run. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
