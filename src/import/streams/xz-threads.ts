import type { XzBlock } from './xz-index';

/** What a thread is asked for: blocks of a file in turn, and leave to send more of what it decodes. */
export type Request = { readonly file: string; readonly blocks: readonly XzBlock[]; readonly credit: number } | { readonly credit: number };

/** What a thread gives: `undefined` at the end of a block. */
export type Response = { readonly chunk: Uint8Array } | { readonly chunk: undefined } | { readonly error: string };

/** Bytes of a message: larger ones would wait longer, smaller ones cost more than what they hold. */
export const chunkBytes = 512 * 1024;

/**
 * Chunks that a thread may be ahead. Together they are a block as xz makes them (24 MiB), so that each thread can finish
 * its block while the one before is read, and no more, so that memory has a bound whatever the blocks.
 */
const chunksAhead = 48;

/** Blocks decoded by threads, each of which takes every so-manieth block. */
export interface Decoded {
  /** The content of the next block. */
  next(): AsyncGenerator<Uint8Array>;
}

/** Where the worker lies: beside this file, or where the compiler puts it, by its place below `src`. */
const workerAddress = /\$bunfs|~BUN/.test(import.meta.url)
  ? new URL('./import/streams/xz-worker.js', import.meta.url)
  : new URL('./xz-worker.ts', import.meta.url);

/** Starts threads on the blocks of a file; `undefined` where threads cannot be started. They end with the last block. */
export async function decodeInThreads(file: string, blocks: readonly XzBlock[], count: number): Promise<Decoded | undefined> {
  const threads = Array.from({ length: count }, () => new Thread());
  const started = await Promise.all(threads.map((thread) => thread.started));
  if (started.includes(false)) {
    for (const thread of threads) thread.stop();
    return undefined;
  }
  threads.forEach((thread, index) => {
    thread.ask({ file, blocks: blocks.filter((_, place) => place % count === index), credit: chunksAhead });
  });
  let place = 0;
  async function* next(): AsyncGenerator<Uint8Array> {
    const thread = threads[place++ % count] as Thread;
    let ended = false;
    try {
      for (let chunk = await thread.receive(); chunk !== undefined; chunk = await thread.receive()) {
        yield chunk;
        thread.ask({ credit: 1 });
      }
      ended = place < blocks.length;
    } finally {
      if (!ended) for (const one of threads) one.stop();
    }
  }
  return { next };
}

class Thread {
  /** Whether it runs. */
  readonly started: Promise<boolean>;
  readonly #worker = new Worker(workerAddress);
  readonly #received: Response[] = [];
  #wake: (() => void) | undefined;

  constructor() {
    this.started = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Response | 'ready'>) => {
        if (data === 'ready') resolve(true);
        else this.#take(data);
      };
      this.#worker.onerror = ({ message }) => {
        resolve(false);
        this.#take({ error: message });
      };
    });
  }

  ask(request: Request): void {
    this.#worker.postMessage(request);
  }

  /** The next chunk of the block; `undefined` at its end. Throws what the decoder says of a damaged one. */
  async receive(): Promise<Uint8Array | undefined> {
    while (this.#received.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const response = this.#received.shift() as Response;
    if ('error' in response) throw new Error(response.error);
    return response.chunk;
  }

  stop(): void {
    this.#worker.terminate();
  }

  #take(response: Response): void {
    this.#received.push(response);
    this.#wake?.();
  }
}
