import { type Violation, violation } from '../../api/write/write';
import type { Match } from '../../matching/described-releases';
import { message } from '../../messages/message';
import { type Fault, sentenceOf } from './faults';
import { maximumStoredRows } from './limits';
import type { FileRow } from './rows';

// Sentences about rows that are not added.

/** Why a row has no release. */
export const doubt = (by: Match['by']): string =>
  by === null
    ? 'The release is not in the catalog.'
    : by === 'title'
      ? 'The catalog has the title, but not exactly one matching edition.'
      : 'Several releases match.';

export const tooManyStored = `The row was not kept: ${maximumStoredRows} rows are already pending, the maximum. Discard some, or import the file again later.`;

/** One fault per line. */
export const reasonOf = ({ violations, faults }: FileRow): string =>
  violations.map((violation, index) => sentenceOf(violation, faults[index] as Fault)).join('\n');

export const placed = ({ violations }: FileRow, line: number, index: number): Violation[] =>
  violations.map(({ attribute, message: reason }) =>
    violation(attribute, message('row_violation', { line, reason }), `/items/${index}/${attribute}`),
  );
