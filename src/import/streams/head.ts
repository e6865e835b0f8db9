import { skipping } from './bytes';
import type { PlainBytes } from './plain';

/** The first bytes of a file, as many as it takes to find out what it holds. */
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

  /**
   * The next chunk; `undefined` at the end of the file, or where it is enough. Where the file is damaged or cut off, it
   * ends there: what comes before may say what it holds.
   */
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

  /** Throws what is wrong with the file, where its first bytes have shown that. */
  requireSound(): void {
    if (this.#fault) throw this.#fault.error;
  }

  /** The file from a byte of its plain content on, with what was read already. */
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
