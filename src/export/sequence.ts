import type { Database } from 'bun:sqlite';
import { DomainError } from '../errors';
import { type Message, message } from '../messages/message';

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

/** Changes from before the feed begins are asked for. */
export const tooOld = ({ oldestSince }: FeedState): Message => message('since_too_old', { oldest: oldestSince });

export const tooNew = ({ sequence }: FeedState): Message => message('since_too_new', { newest: sequence });

/** The answer to a client that asks for changes from before the feed begins. */
export const gone = (state: FeedState): DomainError => new DomainError('gone', tooOld(state), { source: { parameter: 'since' } });
