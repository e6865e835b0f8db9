import type { Kinds } from '../../kinds';
import type { Checkpoint } from './checkpoint';
import type { RunJournal } from './journal';
import type { Counts, Progress } from './progress';
import type { RejectFile } from './rejects';

export interface RunOptions {
  /** Where the run goes on, and where it says how far it is; without one it always starts anew. */
  readonly checkpoint?: Checkpoint | undefined;
  readonly rejects?: RejectFile | undefined;
  readonly journal?: RunJournal | undefined;
  /** More than this many end the run. */
  readonly maxRejects: number;
  readonly restart?: boolean | undefined;
  /** What the run before counted, where one command makes several: this one counts on. */
  readonly countOn?: Counts | undefined;
  /** The key of the record that came to wait last before the run, where that is not just now. */
  readonly waitingBefore?: number | undefined;
  readonly limit?: number | undefined;
  /** What documents that nothing names yet may take of the disk, in bytes; as much as is usual where it is not said. */
  readonly parkedBytes?: number | undefined;
  /** Ends the run once its batch is written. */
  readonly signal?: AbortSignal | undefined;
  /** Asked after the first documents were read: the sequence of the whole export that the source is, if it is one. */
  readonly exportSequence?: (() => number | undefined) | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Those of the catalog, where no others are given. */
  readonly kinds?: Kinds | undefined;
  /** From this many bytes on an empty catalog is filled before its indexes are made. */
  readonly firstLoadBytes?: number | undefined;
  /** Whether a server has the catalog as well; asked of its lock where it is not given. */
  readonly isServed?: (() => boolean) | undefined;
}
