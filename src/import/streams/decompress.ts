import { XzReadableStream } from 'xz-decompress';
import { fromStream } from './bytes';

/**
 * Decompresses gzip or zstd, several members or frames included. Data before an error is delivered first: failing streams drop
 * queued output, so the error is signaled only once the queue is empty.
 */
export async function* decompress(format: 'gzip' | 'zstd', chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = decompression(format);
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  // The error surfaces in reading or in the next write.
  writer.closed.catch(() => undefined);
  const output = new Output(reader);
  let ended = false;
  try {
    for await (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += writtenBytes) yield* output.until(writer.write(chunk.subarray(at, at + writtenBytes)));
    yield* output.until(idle());
    writer.close().catch(() => undefined);
    yield* output.rest();
    ended = true;
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/**
 * All output of one write is queued: up to 16 MiB, since a block of zstd stands for 32,768 times its four bytes (RFC 8878, section
 * 3.1.1.2). The runtime refuses windows above 128 MiB.
 */
const writtenBytes = 512;

/** Bun supports zstd, its types do not. */
const decompression = (format: 'gzip' | 'zstd') =>
  new DecompressionStream(format as 'gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;

type Read = { readonly done: false; readonly value: Uint8Array } | { readonly done: true };

/** Output of a stream, read one chunk ahead. */
class Output {
  #next: Promise<Read>;

  constructor(private readonly reader: { read(): Promise<Read> }) {
    this.#next = this.#read();
  }

  /** Chunks until a promise resolves. */
  async *until(done: Promise<unknown>): AsyncGenerator<Uint8Array> {
    const other = done.then(() => undefined);
    other.catch(() => undefined);
    for (let read = await Promise.race([this.#next, other]); read && !read.done; read = await Promise.race([this.#next, other])) {
      this.#next = this.#read();
      yield read.value;
    }
  }

  async *rest(): AsyncGenerator<Uint8Array> {
    for (let read = await this.#next; !read.done; read = await this.#next) {
      this.#next = this.#read();
      yield read.value;
    }
  }

  #read(): Promise<Read> {
    const next = this.reader.read();
    // It may fail before it is awaited.
    next.catch(() => undefined);
    return next;
  }
}

/** Lets all queued chunks arrive first. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Error output kept: xz writes one line. */
const maximumMessageBytes = 1000;

/**
 * Decompresses xz, concatenated files with padding included, with the `xz` program if installed, otherwise with a WebAssembly
 * decoder on this thread.
 */
export function decodeXz(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const program = Bun.which('xz', { PATH: process.env.PATH ?? '' });
  return program ? decodeByProgram(program, bytes) : fromStream(new XzReadableStream(toStream(bytes)));
}

/** A stream of what a generator gives, requested piece by piece. */
function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function* decodeByProgram(program: string, bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const child = Bun.spawn([program, '-dc'], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    // With threads, xz drops output before a damaged block. BusyBox's xz knows neither the option nor the variable.
    env: { ...process.env, LC_ALL: 'C', XZ_OPT: '-T1' },
  });
  const fed = feed(child.stdin, bytes);
  // Read errors are rethrown below; an early exit of xz shows in its exit code.
  fed.catch(() => child.kill());
  const message = new Response(child.stderr).text();
  try {
    yield* fromStream(child.stdout);
    await fed;
    if ((await child.exited) === 0) return;
    throw new Error(
      (await message)
        .slice(0, maximumMessageBytes)
        .trim()
        .replace(/^.*\(stdin\): /, ''),
    );
  } finally {
    child.kill();
  }
}

/** Pipes all bytes to a program, which may stop reading early. */
async function feed(stdin: Bun.FileSink, bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) {
    try {
      stdin.write(chunk);
      await stdin.flush();
    } catch (error) {
      if ((error as { code?: string }).code === 'EPIPE') return;
      throw error;
    }
  }
  await stdin.end();
}
