import { type Violation, violation } from '../../api/write/write';
import type { RowMatch } from '../../matching/described-releases';
import { expectations, message, sentenceOf as sentenceOfMessage } from '../../messages/message';
import { isDate } from '../../store/values/dates';
import { beyondHeader, type Cells, daysOfCell, priceOfCells } from '../formats/cells';
import { discogsColumns, isDiscogsRow } from '../formats/discogs';
import { maximumStoredRows } from '../formats/vocabulary';
import type { Fault } from './documents';

/** A violation with its fault in terms of the file. */
export interface BrokenRule {
  readonly violation: Violation;
  readonly fault: Fault;
}

/** The attribute in the violation of a row that identifies no disc. */
export const namedDisc = 'release';

const longestShown = 100;

/** Columns of amounts with the attributes that they become. */
const amounts = [
  { column: 'purchase_price', currency: 'currency', attributes: ['purchase_price_cents', 'order_price_cents', 'currency'] },
  { column: 'current_value', currency: 'value_currency', attributes: ['current_value_cents', 'value_currency'] },
];

function faultOf({ attribute, problem }: Violation, cells: Cells): Fault {
  if (attribute === namedDisc) return { kind: 'names_nothing', column: null, value: null };
  if (attribute === beyondHeader) return { kind: 'beyond_header', column: null, value: shortened(String(cells[attribute])) };
  const known = isDiscogsRow(cells) ? discogsColumns[attribute] : undefined;
  const amount = amounts.find(
    ({ column, attributes }) => cells[column] !== undefined && cells[attribute] === undefined && attributes.includes(attribute),
  );
  const column = known ?? amount?.column ?? attribute;
  const cell = cells[column];
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
  const value = shortened(text);
  if (amount) {
    const price = priceOfCells(text, cells[amount.currency]);
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
export const isDay = (attribute: string): boolean => /_(?:at|on|date)$/.test(attribute);

const dayLike = 'Write it like 31.12.1999 or 1999-12-31.';

/** Completes the sentence that begins with the value. */
function problemOf({ kind, readings = [] }: Fault): string | undefined {
  const meanings = readings.join(' or ');
  if (kind === 'no_such_day') return `is not a complete calendar date. ${dayLike}`;
  if (kind === 'lost_digits') return 'has lost its last digits. Format the column as text.';
  if (kind === 'rounded_rating') return `is ${Number(readings[0]).toFixed(1)} of 5 and is rounded.`;
  if (kind === 'no_amount') return 'is not an amount.';
  if (kind === 'unclear_day') return `can mean ${meanings}. ${dayLike}`;
  if (kind === 'unclear_amount') return `can mean ${meanings}. Write it like 12345 or 12.34.`;
  if (kind === 'beyond_header') return 'is beyond the last column. Put values that contain the delimiter in quotes.';
  return kind === 'unclear_currency' ? `is in ${readings[0]}, but the currency is ${readings[1]}.` : undefined;
}

function sentenceOf({ violation: { attribute, problem, message: reason }, fault }: BrokenRule): string {
  const { kind, column, value } = fault;
  if (kind === 'names_nothing') return 'The row does not identify a release.';
  if (kind === 'no_such_day') return `“${column}” is ${value}, which is not a complete calendar date. ${dayLike}`;
  const described = problemOf(fault);
  if (described) return `${column === null ? '' : `${column} `}“${value}” ${described}`;
  const field = column ?? attribute;
  // Files write no null.
  return problem.code in expectations ? sentenceOfMessage({ ...problem, isNullable: false }, `${field} “${value}”`) : `${field}: ${reason}`;
}

/** Why a row has no release. */
export const doubt = (by: RowMatch['by']): string =>
  by === null
    ? 'The release is not in the catalog.'
    : by === 'title'
      ? 'The catalog has the title, but not exactly one matching edition.'
      : 'Several releases match.';

export const tooManyStored = `The row was not kept: ${maximumStoredRows} rows are already pending, the maximum. Discard some, or import the file again later.`;

export const brokenRules = (violations: readonly Violation[], cells: Cells): BrokenRule[] =>
  violations.map((violation) => ({ violation, fault: faultOf(violation, cells) }));

/** With the names that the file has for its columns. */
export const withHeadings = (broken: readonly BrokenRule[], headings: Readonly<Record<string, string>>): BrokenRule[] =>
  broken.map(({ violation, fault }) => ({
    violation,
    fault: { ...fault, column: fault.column && (headings[fault.column] ?? fault.column) },
  }));

/** The faults of a row, with a sentence for each. */
export const reasonAndFaults = (broken: readonly BrokenRule[]) => ({
  reason: broken.map(sentenceOf).join('\n'),
  faults: broken.map(({ fault }) => fault),
});

/** The violations of a row by line and column of the file. */
export const violationsAt = (broken: readonly BrokenRule[], line: number, index: number): Violation[] =>
  broken.map(({ violation: { attribute, message: rule }, fault }) => {
    const described = problemOf(fault);
    const column = fault.column ?? attribute;
    const pointer = `/items/${index}/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const reason = described ? `“${fault.value}” ${described}` : rule;
    return violation(column, message('row_violation', { line, reason }), pointer);
  });
