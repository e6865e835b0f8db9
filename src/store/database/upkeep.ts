import type { Checkpoints, Context } from '../../context';
import { type Repeated, repeat } from '../../interval';
import { onWorkerError, startWorker } from '../../worker';
import type { FileStatus } from '../files/file-identity';
import type { Checkpointed, Task } from '../workers/checkpoint-worker';
import { isBusy } from './availability';
import type { Store } from './store';

/** How far the file may lag behind its log, and so what a plain copy may miss. */
const intervalMilliseconds = 2_000;

const displacedAdvice =
  'If it was moved, move it back with its -wal and -shm files. If it was deleted, do not stop the server, which still holds the data: create a backup on the page "Server" or with POST /api/backups, stop the server and run leitmotif restore NAME. If it was replaced on purpose, restart the server.';

/**
 * Maintains the files of a served database: a worker checkpoints every two seconds after a write by any process. Missing files
 * are logged once.
 */
export class Upkeep implements Checkpoints {
  readonly #looking: Repeated;
  #fileStatus: FileStatus = 'in place';
  /** Whether the last run failed; logged once. */
  #hasFailed = false;
  #lastAt = Date.now();
  /** Revision that is completely in the file. */
  #settled: string;
  /** Kept running: without free descriptors, none could be started later. */
  #worker: Worker | undefined;
  #isWorking = false;

  constructor(
    private readonly store: Store,
    private readonly log: Context['log'],
  ) {
    this.#settled = store.checkpoint() ? store.revision() : '';
    this.#looking = repeat(
      () => this.#look(),
      intervalMilliseconds,
      ({ message }) => this.#fail(message),
    );
  }

  get lastAt(): number {
    return this.#lastAt;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  stop(): void {
    this.#looking.stop();
    this.#worker?.terminate();
  }

  #look(): void {
    const standing = this.store.fileStatus();
    const { path } = this.store;
    if (standing !== this.#fileStatus && standing === 'in place') this.log('database restored to its path', { path });
    else if (standing !== this.#fileStatus) this.log('database missing from its path', { path, advice: displacedAdvice }, 'error');
    this.#fileStatus = standing;
    if (standing !== 'in place') return;
    this.#worker ??= this.#startWorker();
    const revision = this.#revision();
    if (revision !== undefined && revision !== this.#settled && !this.#isWorking) this.#checkpoint(this.#worker, revision);
  }

  #revision(): string | undefined {
    try {
      return this.store.revision();
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  #startWorker(): Worker {
    const worker = startWorker('store/workers/checkpoint-worker');
    onWorkerError(worker, (error) => {
      worker.terminate();
      this.#worker = undefined;
      this.#isWorking = false;
      this.#fail(error);
    });
    return worker;
  }

  #checkpoint(worker: Worker, revision: string): void {
    worker.onmessage = ({ data: { isDone, error } }: MessageEvent<Checkpointed>) => {
      this.#isWorking = false;
      if (error !== undefined) return this.#fail(error);
      if (this.#hasFailed && isDone) this.log('checkpoint works again', { path: this.store.path });
      if (isDone) {
        this.#settled = revision;
        this.#lastAt = Date.now();
        this.#hasFailed = false;
      }
    };
    worker.postMessage({ path: this.store.path } satisfies Task);
    this.#isWorking = true;
  }

  #fail(error: string): void {
    if (!this.#hasFailed) this.log('checkpoint failed', { path: this.store.path, error }, 'error');
    this.#hasFailed = true;
    // Retries at the next run, even without new writes.
    this.#settled = '';
  }
}
