import type { Store } from '../../database/open';
import { lookThrough } from '../../duplicates/catching-up';
import { replaySource } from '../parked/replay';
import { isSettled, type Settling, settling } from '../settle/settle';
import type { Source } from '../source';
import type { Pace } from './pace';

/** What is done once a source has come to its end: it follows from what the catalog has by then. */
export interface EndSources {
  /** What was parked and is named by now. */
  readonly replayed: Source;
  readonly settling: Settling;
  /** What settling leaves apart may still be one: people say so. */
  lookForDuplicates(pace: Pace, signal: AbortSignal | undefined): Promise<void>;
}

/** `undefined` where nothing has changed since all of it was done. */
export const endSources = (store: Store): EndSources | undefined =>
  isSettled(store)
    ? undefined
    : { replayed: replaySource(store), settling: settling(store), lookForDuplicates: (pace, signal) => lookThrough(store, pace, signal) };
