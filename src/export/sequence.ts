import type { Database } from 'bun:sqlite';
import { DomainError } from '../errors';

/** How far the feed of changes goes, in both directions. */
export interface FeedState {
  /** Of the newest change; 0 before the first. */
  readonly sequence: number;
  /** What is asked for must come after this one or a later one. */
  readonly oldestSince: number;
}

/** A catalog that was filled from an export knows no changes from before it: its feed begins with that. */
export function feedState(database: Database): FeedState {
  return database.query<FeedState, []>(stateQuery).get() as FeedState;
}

export const stateQuery = `SELECT coalesce(max(sequence), 0) AS sequence,
  coalesce((SELECT sequence FROM (SELECT sequence, action FROM change ORDER BY sequence LIMIT 1) WHERE action = 'restored'), 0) AS oldestSince
  FROM change`;

/** Why the changes since then cannot be had, as a sentence. */
export const tooOld = ({ oldestSince }: FeedState, how = 'a whole export'): string =>
  `Changes are known here from after sequence ${oldestSince} on, so since must be at least ${oldestSince}. Take ${how}, and follow from its sequence.`;

export const tooNew = ({ sequence }: FeedState): string => `The newest change has sequence ${sequence}, so since must be at most that.`;

/** The answer to who asks for changes that are not known here. */
export const gone = (state: FeedState): DomainError =>
  new DomainError('gone', tooOld(state, 'a whole export (GET /api/export)'), { source: { parameter: 'since' } });
