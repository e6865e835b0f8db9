/** A thread that decodes blocks of an xz file, ahead of whoever reads them by as much as it has leave to. */
import { openRaw } from './bytes';
import { decodeBlock } from './xz';
import { chunkBytes, type Request, type Response } from './xz-threads';

declare const self: Worker;

let credit = 0;
let wake: (() => void) | undefined;

self.onmessage = ({ data }: MessageEvent<Request>) => {
  credit += data.credit;
  wake?.();
  if ('file' in data) void decode(data);
};

async function decode({ file, blocks }: Extract<Request, { file: string }>): Promise<void> {
  try {
    const raw = openRaw(file);
    for (const block of blocks) {
      for await (const chunk of gathered(decodeBlock(raw, block))) {
        while (credit === 0) await new Promise<void>((resolve) => (wake = resolve));
        credit--;
        self.postMessage({ chunk } satisfies Response, [chunk.buffer]);
      }
      self.postMessage({ chunk: undefined } satisfies Response);
    }
    raw.close();
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : String(error) } satisfies Response);
  }
}

/** The same bytes in larger pieces, each with memory of its own that can be handed over. */
async function* gathered(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held = new Uint8Array(chunkBytes);
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    while (rest.length > 0) {
      const part = rest.subarray(0, chunkBytes - length);
      held.set(part, length);
      length += part.length;
      rest = rest.subarray(part.length);
      if (length < chunkBytes) continue;
      yield held;
      held = new Uint8Array(chunkBytes);
      length = 0;
    }
  }
  if (length > 0) yield held.slice(0, length);
}

self.postMessage('ready');
