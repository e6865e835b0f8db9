import { onWorkerError, startWorker } from '../worker';
import type { ExportMessage, ExportRequest } from './export-worker';
import type { ExportLines } from './line-chunks';
import type { FeedState } from './sequence';

/** A thread takes some megabytes; more than a small machine's processors gain nothing. */
const maximumThreads = 2;

let running = 0;

export const runningThreads = (): number => running;

/** Whether another export may run in a thread. */
export const hasFreeThread = (): boolean => running < maximumThreads;

/** A worker that reads an export piece by piece on demand. */
export class ExportThread {
  readonly #worker = startWorker('export/export-worker');
  #heard: PromiseWithResolvers<ExportMessage> | undefined;
  #isOver = false;

  constructor() {
    running++;
    this.#worker.onmessage = ({ data: message }: MessageEvent<ExportMessage>) => this.#hear(message);
    onWorkerError(this.#worker, (error) => this.#hear({ isOver: true, error }));
  }

  /** Feed state of the snapshot. @throws {Error} if it cannot be read */
  async begin(path: string, lines: ExportLines): Promise<FeedState> {
    const message = await this.#ask({ path, lines });
    if ('state' in message) return message.state;
    throw new Error('error' in message ? message.error : 'The export thread has ended.');
  }

  /** Next piece; `undefined` at the end. @throws {Error} if it cannot be read */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#isOver) return undefined;
    const message = await this.#ask('next');
    if ('piece' in message) return message.piece;
    if ('error' in message) throw new Error(message.error);
    return undefined;
  }

  /** Closes the database and terminates the worker. */
  end(): void {
    if (!this.#isOver) this.#worker.postMessage('end' satisfies ExportRequest);
  }

  #ask(request: ExportRequest): Promise<ExportMessage> {
    this.#heard = Promise.withResolvers();
    this.#worker.postMessage(request);
    return this.#heard.promise;
  }

  #hear(message: ExportMessage): void {
    if ('isOver' in message && !this.#isOver) {
      this.#isOver = true;
      running--;
      this.#worker.terminate();
    }
    this.#heard?.resolve(message);
  }
}
