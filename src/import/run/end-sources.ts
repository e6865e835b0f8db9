import { lookThrough } from '../../matching/background-search';
import type { Store } from '../../store/database/open';
import { replaySource } from '../parked/replay';
import { isReconciled, type Reconciliation, reconciliation } from '../reconcile/reconcile';
import type { Source } from '../source';
import type { Pace } from './pace';

/** What is done once a source has come to its end: it follows from what the catalog has by then. */
export interface EndSources {
  /** What was parked and is named by now. */
  readonly replayed: Source;
  readonly reconciliation: Reconciliation;
  /** What reconciliation leaves apart may still be one: people say so. */
  lookForDuplicates(pace: Pace, signal: AbortSignal | undefined): Promise<void>;
}

/** `undefined` where nothing has changed since all of it was done. */
export const endSources = (store: Store): EndSources | undefined =>
  isReconciled(store)
    ? undefined
    : {
        replayed: replaySource(store),
        reconciliation: reconciliation(store),
        lookForDuplicates: (pace, signal) => lookThrough(store, pace, signal),
      };
