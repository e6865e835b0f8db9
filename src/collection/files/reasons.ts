import { type Violation, violation } from '../../api/write/write';
import type { Match } from '../../matching/described-releases';
import { message } from '../../messages/message';
import { type Fault, sentenceOf } from './faults';
import { maximumKeptRows } from './limits';
import type { FileRow } from './rows';

// What a report says of rows that are not added, in sentences.

/** Why a row has no release. */
export const doubt = (by: Match['by']): string =>
  by === null
    ? 'The catalog has no such release.'
    : by === 'title'
      ? 'The catalog has the title, but not exactly one edition that fits the row.'
      : 'It is not clear which release this is.';

export const tooManyKept = `The row is not kept: ${maximumKeptRows} wait already, which is the most. Forget some of them, or put the file in again later.`;

/** What is wrong with a row, a line each. */
export const reasonOf = ({ violations, faults }: FileRow): string =>
  violations.map((violation, index) => sentenceOf(violation, faults[index] as Fault)).join('\n');

/** The same, by the place of the row in its file. */
export const placed = ({ violations }: FileRow, line: number, index: number): Violation[] =>
  violations.map(({ attribute, message: reason }) =>
    violation(attribute, message('row_violation', { line, reason }), `/items/${index}/${attribute}`),
  );
