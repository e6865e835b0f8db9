import { type CastingContext, CsvError, type Options, parse as streamed } from 'csv-parse/stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type DomainError, invalid, tooLarge } from '../../errors';
import type { Slices } from './import-queue';
import { maximumColumns, maximumNameLength, maximumRowLength } from './limits';

/** `isQuoted` distinguishes an empty text from a missing value. */
export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A row with the line it starts on. It may have fewer or more cells than the header. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly Cell[];
}

const delimiters = [',', ';', '\t'];

/** Even the densest piece of this size parses in a few milliseconds. */
const pieceBytes = 2048;

/** Every name quoted, with four-byte characters. */
const maximumHeaderBytes = maximumColumns * (maximumNameLength * 4 + 3);

const options = {
  // Explicit, since the parser would otherwise detect them for every character of the first row.
  record_delimiter: ['\r\n', '\n', '\r'],
  // Exports omit empty trailing cells, and spreadsheets add some.
  relax_column_count: true,
  skip_empty_lines: true,
} satisfies Options;

/**
 * Parses CSV (RFC 4180). The delimiter, comma, semicolon or tab, is the one that splits the header into most cells.
 * @throws {DomainError} invalid, for misplaced quotes; too large, for an oversized row
 */
export async function* readCsv(bytes: Uint8Array, slices: Slices): AsyncGenerator<CsvRow> {
  const rows = new Rows();
  const rowOptions: Options<CsvRow, Cell[]> = {
    ...options,
    delimiter: delimiterOf(bytes.subarray(0, maximumHeaderBytes)),
    // The limit is per cell in bytes: a UTF-16 unit has at most three.
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

/** Position and size of the current row. */
class Rows {
  line = 1;
  #length = 0;
  /** The parser counts CRLF within quotes as two lines. */
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

/** Quotes text, so that an empty string differs from a missing value. */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const safe = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
  const layout = { record_delimiter: 'windows' } as const;
  return stringify([[...header]], layout) + stringify(safe, { ...layout, quoted_string: true });
}

/**
 * Prefixes that spreadsheets run as formulas (https://owasp.org/www-community/attacks/CSV_Injection), including already escaped
 * ones, so that a round trip is lossless.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the apostrophe that {@link writeCsv} added. */
export const unescapeFormula = (text: string): string => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text);
