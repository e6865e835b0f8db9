import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { Problem } from '../../errors';

/** A cell: `isQuoted` tells an empty text from no value. */
export interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface Table {
  readonly header: readonly string[];
  readonly records: readonly { readonly line: number; readonly cells: readonly Cell[] }[];
}

const delimiters = [',', ';', '\t'];

const options = {
  // Exports end a row early where its last cells are empty, and spreadsheets add some.
  relax_column_count: true,
  skip_empty_lines: true,
} as const;

const noCell: Cell = { text: '', isQuoted: false };

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs, whichever splits its first row into the most cells. A row that
 * is short is padded.
 * @throws {Problem} 400 for a file that ends within quotes or has them where they cannot be
 */
export function readCsv(text: string): Table {
  const delimiter = delimiterOf(text);
  const rows = parsed(() => parse(text, { ...options, delimiter, info: true, cast: toCell })) as unknown as Parsed[];
  const [first, ...rest] = rows;
  const header = (first?.record ?? []).map((cell) => cell.text.trim());
  const lines = linesOf(text, rows);
  const records = rest.map(({ record }, index) => ({
    line: lines[index + 1] as number,
    cells: header.map((_, column) => record[column] ?? noCell),
  }));
  return { header, records };
}

interface Parsed {
  /** `bytes` is where the row ends. */
  readonly info: { readonly bytes: number };
  readonly record: readonly Cell[];
}

const lineBreaks = /\r\n|\r|\n/g;

/** The line that each row begins on. The parser's own count takes a CR LF within quotes for two. */
function linesOf(text: string, rows: readonly Parsed[]): number[] {
  const bytes = Buffer.from(text);
  let [at, line] = [0, 1];
  return rows.map(({ info }) => {
    const piece = bytes.toString('utf8', at, info.bytes);
    const emptyBefore = /^[\r\n]*/.exec(piece)?.[0].match(lineBreaks)?.length ?? 0;
    const first = line + emptyBefore;
    line += piece.match(lineBreaks)?.length ?? 0;
    at = info.bytes;
    return first;
  });
}

const toCell = (text: string, { quoting }: { quoting: boolean }): Cell => ({ text, isQuoted: quoting });

function delimiterOf(text: string): string {
  const widths = delimiters.map((delimiter) => {
    const [header] = parsed(() => parse(text, { ...options, delimiter, to: 1, relax_quotes: true })) as string[][];
    return header?.length ?? 0;
  });
  return delimiters[widths.indexOf(Math.max(...widths))] as string;
}

function parsed<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` near line ${error.lines}` : '';
    throw new Problem(400, `The file is not CSV${line}: a quote is not closed, or stands within a cell that does not begin with one.`);
  }
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
