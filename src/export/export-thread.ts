import { onWorkerError, startWorker } from '../worker';
import type { ExportMessage, ExportRequest } from './export-worker';
import type { Lines } from './line-chunks';
import type { FeedState } from './sequence';

/** A thread takes some megabytes, and more of them than a small machine has processors are no faster. */
const maximumThreads = 2;

let running = 0;

export const runningThreads = (): number => running;

/** Whether another export may have a thread of its own. */
export const hasFreeThread = (): boolean => running < maximumThreads;

/** A thread that reads an export, piece by piece as it is asked for them. */
export class ExportThread {
  readonly #worker = startWorker('export/export-worker');
  #heard: PromiseWithResolvers<ExportMessage> | undefined;
  #isOver = false;

  constructor() {
    running++;
    this.#worker.onmessage = ({ data: message }: MessageEvent<ExportMessage>) => this.#hear(message);
    onWorkerError(this.#worker, (error) => this.#hear({ isOver: true, error }));
  }

  /** How far the feed goes in the state that is read. @throws {Error} where it cannot be read */
  async begin(path: string, lines: Lines): Promise<FeedState> {
    const message = await this.#ask({ path, lines });
    if ('state' in message) return message.state;
    throw new Error('error' in message ? message.error : 'The export thread has ended.');
  }

  /** The next piece; `undefined` at the end. @throws {Error} where it cannot be read */
  async next(): Promise<Uint8Array | undefined> {
    if (this.#isOver) return undefined;
    const message = await this.#ask('next');
    if ('piece' in message) return message.piece;
    if ('error' in message) throw new Error(message.error);
    return undefined;
  }

  /** Has it let go of the database, and ends it. */
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
