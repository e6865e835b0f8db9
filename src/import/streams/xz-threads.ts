import { onWorkerError, workerUrl } from '../../worker';
import type { XzBlock } from './xz-index';

/** What a thread is asked for: blocks of a file in turn, and leave to send more of what it decodes. */
export type Request = { readonly file: string; readonly blocks: readonly XzBlock[]; readonly credit: number } | { readonly credit: number };

/** What a thread gives: `undefined` at the end of a block. */
export type Response = { readonly chunk: Uint8Array } | { readonly chunk: undefined } | { readonly error: string };

/** Bytes of a message: larger ones would wait longer, smaller ones cost more than what they hold. */
export const chunkBytes = 512 * 1024;

/** Chunks that the thread which is read may be ahead: enough that neither waits for a message. */
const chunksNear = 8;

/**
 * Chunks that the threads may be ahead together. All but a few are a block as xz makes them (24 MiB), so that a thread
 * can finish its block while the one before is read; and no more, so that memory has a bound whatever the blocks.
 */
const chunksInAll = 56;

/** Blocks decoded by threads, each of which takes every so-manieth block. */
export interface Decoded {
  /** The content of the next block. */
  next(): AsyncGenerator<Uint8Array>;
}

/** Starts threads on the blocks of a file; `undefined` where threads cannot be started. They end with the last block. */
export async function decodeInThreads(file: string, blocks: readonly XzBlock[], count: number): Promise<Decoded | undefined> {
  const threads = Array.from({ length: count }, () => new Thread());
  const started = await Promise.all(threads.map((thread) => thread.started));
  if (started.includes(false)) {
    for (const thread of threads) thread.stop();
    return undefined;
  }
  threads.forEach((thread, index) => {
    thread.ask({ file, blocks: blocks.filter((_, place) => place % count === index), credit: 0 });
  });
  /** The thread that is read goes first; what is left of the chunks goes to those that are read next. */
  const share = (): void => {
    let left = chunksInAll;
    for (const thread of threads) left -= thread.credit;
    for (let ahead = 0; ahead < count; ahead++) {
      const thread = threads[(reading + ahead) % count] as Thread;
      const more = Math.min(left, (ahead === 0 ? chunksNear : chunksInAll - chunksNear) - thread.credit);
      if (more <= 0) continue;
      thread.allow(more);
      left -= more;
    }
  };
  let reading = 0;
  let place = 0;
  async function* next(): AsyncGenerator<Uint8Array> {
    reading = place++ % count;
    const thread = threads[reading] as Thread;
    share();
    let ended = false;
    try {
      for (let chunk = await thread.receive(); chunk !== undefined; chunk = await thread.receive()) {
        yield chunk;
        share();
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
  /** Chunks that it may still send, or that wait to be received. */
  credit = 0;
  /** It makes nothing but chunks that are soon garbage: a small heap collects them at once. */
  readonly #worker = new Worker(workerUrl('import/streams/xz-worker'), { smol: true });
  readonly #received: Response[] = [];
  #wake: (() => void) | undefined;

  constructor() {
    this.started = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Response | 'ready'>) => {
        if (data === 'ready') resolve(true);
        else this.#take(data);
      };
      onWorkerError(this.#worker, (error) => {
        resolve(false);
        this.#take({ error });
      });
    });
  }

  ask(request: Request): void {
    this.#worker.postMessage(request);
  }

  allow(chunks: number): void {
    this.credit += chunks;
    this.ask({ credit: chunks });
  }

  /** The next chunk of the block; `undefined` at its end. Throws what the decoder says of a damaged one. */
  async receive(): Promise<Uint8Array | undefined> {
    while (this.#received.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    const response = this.#received.shift() as Response;
    if ('error' in response) throw new Error(response.error);
    if (response.chunk) this.credit--;
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
