import type { Store } from '../../database/open';
import { replaySource } from '../parked/replay';
import { isSettled, type Settling, settling } from '../settle/settle';
import type { Source } from '../source';

/** What is read once a source has come to its end: it follows from what the catalog has by then. */
export interface EndSources {
  /** What was parked and is named by now. */
  readonly replayed: Source;
  readonly settling: Settling;
}

/** `undefined` where nothing has changed since all of it was done. */
export const endSources = (store: Store): EndSources | undefined =>
  isSettled(store) ? undefined : { replayed: replaySource(store), settling: settling(store) };
