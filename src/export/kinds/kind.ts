import type { Member } from '../members';

/** What the record of a kind says, beside its type and id. */
export interface Kind {
  readonly attributes: readonly Member[];
  readonly relationships?: readonly Member[];
  /** Which rows of the table are records, where not all are. */
  readonly where?: string;
}
