import type { Database } from 'bun:sqlite';
import { DomainError } from '../errors';
import { type Message, message } from '../messages/message';

/** First and last sequence of the feed. */
export interface FeedState {
  /** Of the newest change; 0 if empty. */
  readonly sequence: number;
  /** Lowest sequence from which changes can be requested. */
  readonly oldestSince: number;
}

/** The feed of a restored catalog starts with the restore. */
export const feedState = (database: Database): FeedState => database.query<FeedState, []>(stateQuery).get() as FeedState;

const stateQuery = `SELECT coalesce(max(sequence), 0) AS sequence,
  coalesce((SELECT sequence FROM (SELECT sequence, action FROM change ORDER BY sequence LIMIT 1) WHERE action = 'restored'), 0) AS oldestSince
  FROM change`;

/** For changes from before the feed begins. */
export const tooOld = ({ oldestSince }: FeedState): Message => message('since_too_old', { oldest: oldestSince });

export const tooNew = ({ sequence }: FeedState): Message => message('since_too_new', { newest: sequence });

/** 410 for changes from before the feed begins. */
export const gone = (state: FeedState): DomainError => new DomainError('gone', tooOld(state), { source: { parameter: 'since' } });
