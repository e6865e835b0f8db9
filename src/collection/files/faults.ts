import { type Violation, violation } from '../../api/write/write';
import type { RowMatch } from '../../matching/described-releases';
import { expectations, message, sentenceOf as sentenceOfMessage } from '../../messages/message';
import { isDate } from '../../store/values/dates';
import { beyondHeader, type Cells, daysOfCell, priceOfCells } from './cells';
import { discogsColumns, isDiscogsRow } from './discogs';
import type { faultKinds } from './documents';
import { maximumStoredRows } from './limits';

/** A fault in terms of the file: column and content. */
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly column: string | null;
  readonly value: string | null;
  /** Both meanings of an ambiguous value: days, decimal numbers or currencies. */
  readonly readings?: readonly string[];
  /** All values that the column can have, as in the API. */
  readonly allowed?: readonly string[];
}

/** The attribute in the violation of a row that identifies no disc. */
export const namedDisc = 'release';

const longestShown = 100;

export function faultOf({ attribute, problem }: Violation, cells: Cells): Fault {
  if (attribute === namedDisc) return { kind: 'names_nothing', column: null, value: null };
  if (attribute === beyondHeader) return { kind: 'beyond_header', column: null, value: shortened(String(cells[attribute])) };
  const known = isDiscogsRow(cells) ? discogsColumns[attribute] : undefined;
  const isPrice =
    cells.purchase_price !== undefined &&
    (attribute === 'purchase_price_cents' || (attribute === 'currency' && cells.currency === undefined));
  const column = known ?? (isPrice ? 'purchase_price' : attribute);
  const cell = cells[column];
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
  const value = shortened(text);
  if (isPrice) {
    const price = priceOfCells(text, cells.currency);
    return { ...('kind' in price ? price : { kind: 'no_amount' }), column, value };
  }
  if (isDay(attribute)) {
    const readings = daysOfCell(text);
    if (readings.length > 1) return { kind: 'unclear_day', column, value, readings };
    const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text) ?? [];
    if (day === undefined || !isDate(day)) return { kind: 'no_such_day', column, value: day ?? value };
  }
  const allowed = problem.code === 'invalid_word' ? { allowed: [problem.params.values].flat().map(String) } : {};
  return { kind: 'out_of_rule', column, value, ...allowed };
}

const shortened = (text: string): string => [...text].slice(0, longestShown).join('');

/** Whether it is a day or a moment. */
export const isDay = (attribute: string): boolean => /_(?:at|date)$/.test(attribute);

/** Completes the sentence that begins with the value. */
function problemOf({ kind, readings = [] }: Fault): string | undefined {
  const meanings = readings.join(' or ');
  if (kind === 'no_such_day') return 'is not a valid date.';
  if (kind === 'no_amount') return 'is not an amount.';
  if (kind === 'unclear_day') return `can mean ${meanings}. Write 31.12.1999 or 1999-12-31.`;
  if (kind === 'unclear_amount') return `can mean ${meanings}. Write it like 12345 or 12.34.`;
  if (kind === 'beyond_header') return 'is beyond the last column. Put values that contain the delimiter in quotes.';
  return kind === 'unclear_currency' ? `is in ${readings[0]}, but the currency is ${readings[1]}.` : undefined;
}

function sentenceOf({ attribute, problem, message: reason }: Violation, fault: Fault): string {
  const { kind, column, value } = fault;
  if (kind === 'names_nothing') return 'The row does not identify a release.';
  if (kind === 'no_such_day') return `“${column}” is ${value}, which is not a valid date.`;
  const described = problemOf(fault);
  if (described) return `${column === null ? '' : `${column} `}“${value}” ${described}`;
  const field = column ?? attribute;
  // Files write no null.
  return problem.code in expectations ? sentenceOfMessage({ ...problem, isNullable: false }, `${field} “${value}”`) : `${field}: ${reason}`;
}

interface Faulty {
  readonly violations: readonly Violation[];
  readonly faults: readonly Fault[];
}

/** Why a row has no release. */
export const doubt = (by: RowMatch['by']): string =>
  by === null
    ? 'The release is not in the catalog.'
    : by === 'title'
      ? 'The catalog has the title, but not exactly one matching edition.'
      : 'Several releases match.';

export const tooManyStored = `The row was not kept: ${maximumStoredRows} rows are already pending, the maximum. Discard some, or import the file again later.`;

/** One fault per line. */
export const rowReasonOf = ({ violations, faults }: Faulty): string =>
  violations.map((violation, index) => sentenceOf(violation, faults[index] as Fault)).join('\n');

/** Faults with the names that the file has for its columns. */
export const faultsIn = (faults: readonly Fault[], headings: Readonly<Record<string, string>> = {}): readonly Fault[] =>
  faults.map((fault) => ({ ...fault, column: fault.column && (headings[fault.column] ?? fault.column) }));

/** The violations of a row by line and column of the file. */
export const violationsAt = ({ violations, faults }: Faulty, line: number, index: number): Violation[] =>
  violations.map((broken, at) => {
    const fault = faults[at] as Fault;
    const described = problemOf(fault);
    const column = fault.column ?? broken.attribute;
    const pointer = `/items/${index}/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const reason = described ? `“${fault.value}” ${described}` : broken.message;
    return violation(column, message('row_violation', { line, reason }), pointer);
  });
