import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileProblem, SetupError } from '../../errors';

/** Read size: large enough to be efficient, small enough for several stages. */
const readBytes = 256 * 1024;

/** A file on disk, or standard input. */
export interface RawFile {
  readonly name: string;
  /** `undefined` for standard input and pipes. */
  readonly size: number | undefined;
  /** Reads a part of a sized file; shorter at its end. */
  read(offset: number, length: number): Uint8Array;
  /** Chunks from an offset, which is 0 for unsized files. */
  chunks(from: number): AsyncGenerator<Uint8Array>;
  close(): void;
}

/** Opens a file, or "-" for standard input. @throws {SetupError} on failure */
export function openRaw(name: string): RawFile {
  if (name === '-') return streamed('standard input', () => Bun.stdin.stream());
  const descriptor = attempt(name, () => openSync(name, 'r'));
  const status = fstatSync(descriptor);
  if (status.isDirectory()) {
    closeSync(descriptor);
    throw new SetupError(`${name} is a folder, not a file.`);
  }
  if (status.isFile()) return seekable(name, descriptor, status.size);
  closeSync(descriptor);
  return streamed(name, () => Bun.file(name).stream());
}

function seekable(name: string, descriptor: number, size: number): RawFile {
  const read = (offset: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length);
    return bytes.subarray(
      0,
      attempt(name, () => readSync(descriptor, bytes, 0, length, offset)),
    );
  };
  let open = true;
  return {
    name,
    size,
    read,
    async *chunks(from) {
      for (let offset = from; ; ) {
        const bytes = read(offset, readBytes);
        if (bytes.length === 0) return;
        offset += bytes.length;
        yield bytes;
      }
    },
    close() {
      if (open) closeSync(descriptor);
      open = false;
    },
  };
}

function streamed(name: string, open: () => ReadableStream<Uint8Array>): RawFile {
  return {
    name,
    size: undefined,
    read: () => new Uint8Array(0),
    chunks: () => fromStream(open()),
    close: () => undefined,
  };
}

function attempt<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new SetupError(fileProblem(name, error));
  }
}

export async function* fromStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } catch (error) {
    ended = true;
    throw error;
  } finally {
    // A read nobody waited for may have ended or failed.
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

export interface ReadProgress {
  read: number;
}

export async function* skipping(chunks: AsyncGenerator<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (left >= chunk.length) left -= chunk.length;
    else {
      yield left === 0 ? chunk : chunk.subarray(left);
      left = 0;
    }
  }
}
