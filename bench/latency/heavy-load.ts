import { type Bench, BenchError } from '../measurement';
import type { Server } from '../processes';
import type { HeavyCommand, HeavyMessage } from './heavy-thread';

/** Heavy work repeated on a worker thread until stopped. */
export class HeavyLoad {
  readonly #worker = new Worker(new URL('./heavy-thread.ts', import.meta.url));
  readonly #ready = Promise.withResolvers<void>();
  readonly #done = Promise.withResolvers<number>();

  private constructor(command: HeavyCommand) {
    this.#worker.onmessage = ({ data: message }: MessageEvent<HeavyMessage>) => this.#receive(message);
    this.#worker.onerror = ({ message }) => this.#receive({ error: message });
    this.#worker.postMessage(command);
    // A failure reaches those who await the promises; without them it must not be an unhandled rejection.
    for (const { promise } of [this.#ready, this.#done]) promise.catch(() => undefined);
  }

  /** Starts the worker and waits until its preparation is done. @throws {BenchError} if the preparation fails */
  static async begin({ executable, catalog, temporary }: Bench, { url }: Server, title: string): Promise<HeavyLoad> {
    const load = new HeavyLoad({ title, bench: { executable, catalog, temporary }, server: { url } });
    await load.#ready.promise;
    return load;
  }

  /** Resolves to the number of runs once the work has stopped. @throws {BenchError} if it fails */
  get done(): Promise<number> {
    return this.#done.promise;
  }

  /** Stops after the current run and returns the number of runs. */
  stop(): Promise<number> {
    this.#worker.postMessage('stop' satisfies HeavyCommand);
    return this.done;
  }

  #receive(message: HeavyMessage): void {
    if ('isReady' in message) this.#ready.resolve();
    else if ('runs' in message) this.#done.resolve(message.runs);
    else for (const { reject } of [this.#ready, this.#done]) reject(new BenchError(message.error));
    if (!('isReady' in message)) this.#worker.terminate();
  }
}
