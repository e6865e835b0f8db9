import { XzReadableStream } from 'xz-decompress';
import { toStream } from '../../streams';
import { fromStream } from './bytes';

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
