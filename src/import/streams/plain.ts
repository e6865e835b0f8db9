import { SetupError } from '../../errors';
import { openRaw, type RawFile, type ReadProgress, skipping } from './bytes';
import { decodeXz, decompress } from './decompress';

export interface PlainBytes {
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Bytes read from disk so far. */
  bytesRead(): number;
  /** File size on disk; `undefined` if unknown. */
  readonly totalBytes: number | undefined;
}

export interface PlainOptions {
  /** Start offset in the decompressed content; skipped without reading where possible. */
  readonly from?: number;
}

/**
 * Opens a file, or "-" for standard input, and decompresses xz, gzip and zstd, recognized by content; several members or frames
 * form one content. @throws {SetupError} if it cannot be opened, or later if it is damaged
 */
export function openPlain(file: string, options: PlainOptions = {}): PlainBytes {
  const raw = openRaw(file);
  const progress = { read: 0 };
  return { chunks: plain(raw, options, progress), bytesRead: () => progress.read, totalBytes: raw.size };
}

async function* plain(raw: RawFile, options: PlainOptions, progress: ReadProgress): AsyncGenerator<Uint8Array> {
  let at = options.from ?? 0;
  try {
    for await (const chunk of await decoded(raw, options, progress)) {
      at += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`${raw.name} is damaged at byte ${at} after decompression: ${reasonOf(error)}.`);
  } finally {
    raw.close();
  }
}

/** Reason of a decoder, without the period. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /unexpected end|error code 8\b|null|truncated/i.test(message) ? 'it ends too early' : `it cannot be decompressed (${message})`;
}

async function decoded(raw: RawFile, { from = 0 }: PlainOptions, progress: ReadProgress): Promise<AsyncGenerator<Uint8Array>> {
  const bytes = raw.chunks(0);
  const head = await firstBytes(bytes);
  const all = counted(concatenated(head, bytes), progress);
  const compression = compressionOf(head);
  switch (compression) {
    case 'xz':
      return skipping(decodeXz(all), from);
    case undefined:
      if (raw.size === undefined) return skipping(all, from);
      progress.read = from;
      return counted(raw.chunks(from), progress);
    default:
      return skipping(decompress(compression, all), from);
  }
}

const magics = {
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  gzip: [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
} as const;

function compressionOf(head: Uint8Array): keyof typeof magics | undefined {
  const found = Object.entries(magics).find(([, magic]) => magic.every((byte, index) => head[index] === byte));
  return found?.[0] as keyof typeof magics | undefined;
}

/** First chunks, as many as needed to recognize the content. */
async function firstBytes(chunks: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < magics.xz.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = head.length === 0 ? value : Buffer.concat([head, value]);
  }
  return head;
}

async function* concatenated(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* counted(chunks: AsyncGenerator<Uint8Array>, progress: ReadProgress): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    progress.read += chunk.length;
    yield chunk;
  }
}

/** Beginning of a file, extended as needed for recognition. */
export class Head {
  #chunks: Uint8Array[] = [];
  #length = 0;
  #fault: { readonly error: unknown } | undefined;

  constructor(
    private readonly plain: PlainBytes,
    private readonly mostBytes: number,
  ) {}

  get bytes(): Uint8Array {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] as Uint8Array;
  }

  /** Next chunk; `undefined` at the end, at damage, or once enough is read. What precedes damage may suffice. */
  async more(): Promise<Uint8Array | undefined> {
    if (this.#length >= this.mostBytes || this.#fault) return undefined;
    try {
      const { done, value } = await this.plain.chunks.next();
      if (done) return undefined;
      this.#chunks.push(value);
      this.#length += value.length;
      return value;
    } catch (error) {
      this.#fault = { error };
      return undefined;
    }
  }

  async grow(length: number): Promise<void> {
    while (this.#length < length && (await this.more()) !== undefined);
  }

  /** Throws the file's error, if its first bytes showed one. */
  requireSound(): void {
    if (this.#fault) throw this.#fault.error;
  }

  /** The file from an offset, including what was already read. */
  replayed(from: number): PlainBytes {
    const { plain } = this;
    const bytes = this.bytes;
    const requireSound = () => this.requireSound();
    async function* chunks(): AsyncGenerator<Uint8Array> {
      if (bytes.length > 0) yield bytes;
      requireSound();
      yield* plain.chunks;
    }
    return { ...plain, chunks: skipping(chunks(), from) };
  }
}
