import { XzReadableStream } from 'xz-decompress';
import { toStream } from '../../streams';
import { fromStream } from './bytes';

/**
 * The content of gzip or zstd, several members or frames included. Where it is cut off or damaged, the error comes after
 * all that was decoded before: a stream that fails drops what waits in it to be read, so the end is told to it only once
 * nothing waits any more.
 */
export async function* decompress(format: 'gzip' | 'zstd', chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = decompression(format);
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
  // A fault is told where it is read of, or by what is written next.
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

/** All that comes of what is written at once waits to be read: a thousand times as much, where somebody means harm. */
const writtenBytes = 16 * 1024;

/** Bun knows zstd; the types of the web's decompression streams do not. */
const decompression = (format: 'gzip' | 'zstd') =>
  new DecompressionStream(format as 'gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;

type Read = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** What a stream gives, read one piece ahead. */
class Output {
  #next: Promise<Read>;

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#next = this.#read();
  }

  /** What comes until something else is done. */
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
    // It is awaited later than it may fail.
    next.catch(() => undefined);
    return next;
  }
}

/** All that is there to be read comes before it. */
const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Bytes of an error message that are kept: xz writes one line. */
const maximumMessageBytes = 1000;

/**
 * The plain content of xz: one file after another, with padding between them. The `xz` program decodes it where the
 * system has one, in a process of its own; without it, a decoder in WebAssembly on this thread.
 */
export function decodeXz(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const program = Bun.which('xz', { PATH: process.env.PATH ?? '' });
  return program ? decodeByProgram(program, bytes) : fromStream(new XzReadableStream(toStream(bytes)));
}

async function* decodeByProgram(program: string, bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const child = Bun.spawn([program, '-dc'], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    // With threads, xz drops what it decoded before a damaged block. BusyBox's xz knows neither the option nor the variable.
    env: { ...process.env, LC_ALL: 'C', XZ_OPT: '-T1' },
  });
  const fed = feed(child.stdin, bytes);
  // A failure to read is thrown below; xz that ended early is told by its exit code.
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

/** Writes all bytes to a program, as fast as it reads them. It may stop to read before their end. */
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
