import type { Kinds } from '../../kinds';
import type { Checkpoint } from './checkpoint';
import type { RunJournal } from './journal';
import type { Progress, RunCounts } from './progress';
import type { RejectFile } from './rejects';

export interface RunOptions {
  /** Stores progress; without it, the run always starts over. */
  readonly checkpoint?: Checkpoint | undefined;
  readonly rejects?: RejectFile | undefined;
  readonly journal?: RunJournal | undefined;
  /** Exceeding it ends the run. */
  readonly maxRejects: number;
  readonly restart?: boolean | undefined;
  /** Counters of the previous run of the same command, to continue. */
  readonly countOn?: RunCounts | undefined;
  /** Highest deferred key before the run, if not the current one. */
  readonly waitingBefore?: number | undefined;
  readonly limit?: number | undefined;
  /** Disk quota of deferred documents in bytes. */
  readonly deferredBytes?: number | undefined;
  /** Ends the run after the current batch. */
  readonly signal?: AbortSignal | undefined;
  /** Called after the first documents: the sequence, if the source is a full export. */
  readonly exportSequence?: (() => number | undefined) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Kinds of the catalog by default. */
  readonly kinds?: Kinds | undefined;
  /** Input size from which the feed leaves a first load out; a sixteenth of it defers indexes. */
  readonly firstLoadBytes?: number | undefined;
  /** Whether a server runs on the catalog; checks its lock by default. */
  readonly isServed?: (() => boolean) | undefined;
}
