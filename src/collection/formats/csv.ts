import { type CastingContext, CsvError, type Options, parse as streamed } from 'csv-parse/stream';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { type DomainError, invalid, tooLarge } from '../../errors';
import { escapeFormula } from '../../store/values/formulas';
import { decodeText, encodingOf } from './encodings';
import type { Slices } from './slices';
import { type Encoding, headRows, maximumColumns, maximumNameLength, maximumRowLength, type Separator, separators } from './vocabulary';

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

/** Even the densest piece of this size parses in a few milliseconds. */
const pieceBytes = 2048;

/** Every name quoted, with four-byte characters, below a few lines of titles. */
const maximumHeadBytes = maximumColumns * (maximumNameLength * 4 + 3) + 8_192;

const options = {
  // Explicit, since the parser would otherwise detect them for every character of the first row.
  record_delimiter: ['\r\n', '\n', '\r'],
  // Exports omit empty trailing cells, and spreadsheets add some.
  relax_column_count: true,
  // An inch sign: `7" single`.
  relax_quotes: true,
  skip_empty_lines: true,
} satisfies Options;

/** How the text of a CSV file is to be read. */
export interface CsvLayout {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly quote: string;
  readonly escape: string;
  /** Characters of a first line that names the separator. */
  readonly skipped: number;
  /** Its first rows, without blank ones. */
  readonly head: readonly (readonly string[])[];
}

/** The first line of files by Excel. */
const separatorLine = /^sep=([,;\t|])(?:\r\n|\n|\r)/i;

/**
 * Detects what the choices leave open. The separator is the one that splits the first rows into most known headings, else the
 * first row into most cells.
 */
export function layoutOf(
  bytes: Uint8Array,
  choices: { readonly encoding?: Encoding | undefined; readonly separator?: Separator | undefined },
  isKnown: (text: string) => boolean,
): CsvLayout {
  const encoding = choices.encoding ?? encodingOf(bytes);
  const blank = blankBytes(bytes, encoding);
  const start = decodeText(bytes.subarray(blank, blank + maximumHeadBytes), encoding);
  const [line = '', sign] = (blank === 0 && separatorLine.exec(start)) || [];
  const names = Object.keys(separators) as Separator[];
  const named = names.find((name) => separators[name] === sign);
  const text = start.slice(line.length);
  const parsed = (choices.separator ? [choices.separator] : named ? [named] : names).map((separator) => {
    const quoting = quotingOf(text, separators[separator]);
    const head = headOf(withPlainQuotes(text, quoting.quote), { ...quoting, delimiter: separators[separator] });
    const known = Math.max(0, ...head.map((cells) => cells.filter(isKnown).length));
    return { separator, head, quoting, score: known * (maximumColumns + 1) + (head[0]?.length ?? 0) };
  });
  const { separator, head, quoting } = parsed.reduce((best, other) => (other.score > best.score ? other : best));
  return { encoding, separator, ...quoting, skipped: line.length, head };
}

/** Length of the empty lines before the first row. */
function blankBytes(bytes: Uint8Array, encoding: Encoding): number {
  const [size, low] = encoding === 'utf-16le' ? [2, 0] : encoding === 'utf-16be' ? [2, 1] : [1, 0];
  const isLineBreak = (at: number) => (bytes[at + low] === 0x0a || bytes[at + low] === 0x0d) && (size === 1 || bytes[at + 1 - low] === 0);
  let length = 0;
  while (isLineBreak(length)) length += size;
  return length;
}

/** The first rows, also if the text ends within one. */
function headOf(text: string, more: Options): string[][] {
  const rows: string[][] = [];
  const add = (cells: string[]) => {
    if (cells.some((cell) => cell.trim() !== '')) rows.push(cells);
    return null;
  };
  try {
    parse(Buffer.from(text), { ...options, ...more, to: headRows, on_record: add as unknown as Options['on_record'] });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows;
}

/** Straight double quotes, unless the first cells are all in other ones. A backslash escapes only where quotes are not doubled. */
function quotingOf(text: string, separator: string): Pick<CsvLayout, 'quote' | 'escape'> {
  const [line = ''] = text.split(/[\r\n]/, 1);
  const cells = line.split(separator).map((cell) => cell.trim());
  const quote = cells.every((cell) => /^'.*'$/.test(cell)) ? "'" : cells.every((cell) => /^[“”„«].*[“”»]$/.test(cell)) ? '“' : '"';
  const isEscaped = quote === '"' && /[^\\,;\t|]\\"/.test(text) && !/[^,;\t|\r\n]""/.test(text);
  return { quote, escape: isEscaped ? '\\' : quote === '“' ? '"' : quote };
}

/** Typographic quotes open and close differently, so that the parser reads straight ones. */
const withPlainQuotes = (text: string, quote: string): string => (quote === '“' ? text.replace(/[“”„«»]/g, '"') : text);

/**
 * Parses CSV (RFC 4180).
 * @throws {DomainError} invalid, for an open quote; too large, for an oversized row
 */
export async function* readCsv(bytes: Uint8Array, layout: CsvLayout, slices: Slices): AsyncGenerator<CsvRow> {
  // Of the current row. The parser counts CRLF within quotes as two lines, and does not see a line that names the separator.
  let [line, length, countedTwice] = [1, 0, layout.skipped > 0 ? -1 : 0];
  const take = (text: string, { column, lines, quoting }: CastingContext): Cell => {
    if (column === 0) [line, length] = [lines - countedTwice - (quoting ? occurrences(text, /[\r\n]/g) : 0), 0];
    if (quoting) countedTwice += occurrences(text, /\r\n/g);
    length += text.length;
    if (length > maximumRowLength) throw rowTooLong(line);
    if ((column as number) >= maximumColumns) throw tooLarge('too_many_columns', { row: line, max: maximumColumns });
    return { text, isQuoted: quoting };
  };
  const rowOptions: Options<CsvRow, Cell[]> = {
    ...options,
    delimiter: separators[layout.separator],
    quote: layout.quote === '“' ? '"' : layout.quote,
    escape: layout.escape,
    // The limit is per cell in bytes: a UTF-16 unit has at most three.
    max_record_size: maximumRowLength * 3,
    cast: take,
    on_record: (cells) => ({ line, cells }),
  };
  try {
    yield* pieces(bytes, layout, slices).pipeThrough(streamed(rowOptions as unknown as Options)) as ReadableStream<CsvRow>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const at = typeof error.lines === 'number' ? error.lines : 1;
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? rowTooLong(at) : invalid('csv_malformed', { line: at });
  }
}

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const rowTooLong = (line: number): DomainError => tooLarge('row_too_long_quote', { row: line, max: maximumRowLength });

function pieces(bytes: Uint8Array, { encoding, quote, skipped }: CsvLayout, slices: Slices): ReadableStream<Uint8Array> {
  const [decoder, encoder] = [new TextDecoder(encoding), new TextEncoder()];
  let [at, left] = [0, skipped];
  return new ReadableStream({
    async pull(controller) {
      await slices.rest();
      const isLast = at + pieceBytes >= bytes.length;
      const text = decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: !isLast });
      controller.enqueue(encoder.encode(withPlainQuotes(text.slice(left), quote)));
      left = Math.max(0, left - text.length);
      at += pieceBytes;
      if (isLast) controller.close();
    },
  });
}

/** Quotes text, so that an empty string differs from a missing value. */
export function writeCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const safe = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell) : cell)));
  const layout = { record_delimiter: 'windows' } as const;
  return stringify([[...header]], layout) + stringify(safe, { ...layout, quoted_string: true });
}
