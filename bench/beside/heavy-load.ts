import { type Bench, BenchError } from '../measurement';
import type { Server } from '../processes';
import type { HeavyTask, HeavyWord } from './heavy-thread';

/** Heavy work that is done over and over on a thread, until it is told to stop. */
export class HeavyLoad {
  readonly #worker = new Worker(new URL('./heavy-thread.ts', import.meta.url));
  readonly #ready = Promise.withResolvers<void>();
  readonly #done = Promise.withResolvers<number>();

  private constructor(task: HeavyTask) {
    this.#worker.onmessage = ({ data: word }: MessageEvent<HeavyWord>) => this.#hear(word);
    this.#worker.onerror = ({ message }) => this.#hear({ error: message });
    this.#worker.postMessage(task);
    // Whoever waits for either hears of it.
    for (const { promise } of [this.#ready, this.#done]) promise.catch(() => undefined);
  }

  /** Comes back once the work is made ready, and begins. @throws {BenchError} where it cannot be */
  static async begin({ executable, catalog, temporary }: Bench, { url }: Server, title: string): Promise<HeavyLoad> {
    const load = new HeavyLoad({ title, bench: { executable, catalog, temporary }, server: { url } });
    await load.#ready.promise;
    return load;
  }

  /** How often the work was begun. @throws {BenchError} where it failed */
  get done(): Promise<number> {
    return this.#done.promise;
  }

  /** Lets the work come to its end, and says how often it was begun. */
  stop(): Promise<number> {
    this.#worker.postMessage('stop' satisfies HeavyTask);
    return this.done;
  }

  #hear(word: HeavyWord): void {
    if ('isReady' in word) this.#ready.resolve();
    else if ('times' in word) this.#done.resolve(word.times);
    else for (const { reject } of [this.#ready, this.#done]) reject(new BenchError(word.error));
    if (!('isReady' in word)) this.#worker.terminate();
  }
}
