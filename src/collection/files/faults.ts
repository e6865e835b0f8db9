import { type Violation, violation } from '../../api/write/write';
import type { RowMatch } from '../../matching/described-releases';
import { expectations } from '../../messages/expectations';
import { message, sentenceOf as sentenceOfMessage } from '../../messages/message';
import { isDate } from '../../store/values/dates';
import { type Cells, daysOfCell, unclearPrice } from './cells';
import { discogsColumns, isDiscogsRow } from './discogs';
import { maximumStoredRows } from './limits';

/** Kinds of faults: no calendar date, an ambiguous one, no price, an ambiguous price, another invalid value, or no identification of the disc. */
export const faultKinds = ['no_such_day', 'unclear_day', 'no_amount', 'unclear_amount', 'out_of_rule', 'names_nothing'] as const;

/** A fault in terms of the file: column and content. */
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly column: string | null;
  readonly value: string | null;
}

/** The attribute in the violation of a row that identifies no disc. */
export const namedDisc = 'release';

const longestShown = 100;

export function faultOf({ attribute }: Violation, cells: Cells): Fault {
  if (attribute === namedDisc) return { kind: 'names_nothing', column: null, value: null };
  const known = isDiscogsRow(cells) ? discogsColumns[attribute] : undefined;
  const isPrice =
    cells.purchase_price !== undefined &&
    (attribute === 'purchase_price_cents' || (attribute === 'currency' && cells.currency === undefined));
  const column = known ?? (isPrice ? 'purchase_price' : attribute);
  const cell = cells[column];
  const value = typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
  const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(value) ?? [];
  if (isDay(attribute) && daysOfCell(value).length > 1) return { kind: 'unclear_day', column, value };
  if (isDay(attribute) && (day === undefined || !isDate(day))) return { kind: 'no_such_day', column, value: shortened(day ?? value) };
  return { kind: !isPrice ? 'out_of_rule' : unclearPrice.test(value) ? 'unclear_amount' : 'no_amount', column, value: shortened(value) };
}

const shortened = (text: string): string => [...text].slice(0, longestShown).join('');

/** Whether it is a day or a moment. */
export const isDay = (attribute: string): boolean => /_(?:at|date)$/.test(attribute);

const twoWays: Readonly<Partial<Record<Fault['kind'], string>>> = {
  unclear_amount: 'can be read in two ways. Write it like 12345 or 12.34.',
  unclear_day: 'can be read in two ways. Write 31.12.1999 or 1999-12-31.',
};

function sentenceOf({ attribute, problem, message: reason }: Violation, { kind, column, value }: Fault): string {
  if (kind === 'no_such_day') return `“${column}” is ${value}, which is not a valid date.`;
  if (kind === 'no_amount') return `${column} “${value}” is not an amount.`;
  if (twoWays[kind]) return `${column} “${value}” ${twoWays[kind]}`;
  if (kind === 'names_nothing') return 'The row does not identify a release.';
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
  faults.map((fault) => ({ ...fault, column: headings[fault.column ?? ''] ?? fault.column }));

/** The violations of a row by line and column of the file. */
export const violationsAt = ({ violations, faults }: Faulty, line: number, index: number): Violation[] =>
  violations.map((broken, at) => {
    const fault = faults[at];
    const column = fault?.column ?? broken.attribute;
    const pointer = `/items/${index}/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return violation(column, message('row_violation', { line, reason: reasonOf(broken, fault) }), pointer);
  });

function reasonOf({ message: reason }: Violation, fault: Fault | undefined): string {
  if (fault?.kind === 'no_such_day') return `“${fault.value}” is not a valid date.`;
  if (fault && twoWays[fault.kind]) return `“${fault.value}” ${twoWays[fault.kind]}`;
  return fault?.kind === 'no_amount' ? `“${fault.value}” is not an amount.` : reason;
}
