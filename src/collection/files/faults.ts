import type { Violation } from '../../api/write/write';
import { isDate } from '../../store/values/partial-date';
import type { Cells } from './cells';
import { discogsColumns, isDiscogs } from './discogs';

/** What may be wrong with a row: its date is no day of the calendar; a cell breaks another rule; nothing says which disc it is of. */
export const faultKinds = ['no_such_day', 'out_of_rule', 'names_nothing'] as const;

/** What is wrong with a row, as whoever made the file knows it: by its column, and what stands there. */
export interface Fault {
  readonly kind: (typeof faultKinds)[number];
  readonly column: string | null;
  readonly value: string | null;
}

/** The attribute by which a violation says that a row names no disc. */
export const namedDisc = 'release';

/** Enough to know a cell by. */
const longestShown = 100;

export function faultOf({ attribute }: Violation, cells: Cells): Fault {
  if (attribute === namedDisc) return { kind: 'names_nothing', column: null, value: null };
  const column = (isDiscogs(cells) ? discogsColumns[attribute] : undefined) ?? attribute;
  const cell = cells[column];
  const value = typeof cell === 'string' ? cell : JSON.stringify(cell ?? null);
  const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(value) ?? [];
  if (day !== undefined && isMoment(attribute) && !isDate(day)) return { kind: 'no_such_day', column, value: day };
  return { kind: 'out_of_rule', column, value: [...value].slice(0, longestShown).join('') };
}

const isMoment = (attribute: string): boolean => /_(?:at|date)$/.test(attribute);

/** A sentence for a person. */
export function sentenceOf({ attribute, message }: Violation, { kind, column, value }: Fault): string {
  if (kind === 'no_such_day') return `“${column}” is ${value}, which is not a valid date.`;
  return kind === 'names_nothing' ? 'The row does not identify a release.' : `${attribute}: ${message}`;
}
