export interface Line {
  /** Valid until the next chunk. Oversized lines are truncated. */
  readonly bytes: Uint8Array;
  /** From 1. */
  readonly number: number;
  /** Offset of the line. */
  readonly offset: number;
  readonly length: number;
  readonly tooLong: boolean;
}

/**
 * Longest line in bytes. The longest MusicBrainz release has a few million; a line is held as bytes, text and parsed value, so
 * this bounds memory.
 */
export const longestLineBytes = 16 * 1024 * 1024;

/** Bytes of an oversized line kept for the report. */
const startBytes = 64 * 1024;

const lineFeed = 0x0a;

/** Splits bytes into lines. Oversized lines are skipped and reported with their beginning. */
export class LineSplitter {
  #number: number;
  #offset: number;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #droppedBytes = 0;
  #tooLong = false;

  /** `number` and `offset` belong to the first line. */
  constructor(
    number: number,
    offset: number,
    private readonly limitBytes = longestLineBytes,
  ) {
    this.#number = number;
    this.#offset = offset;
  }

  *push(chunk: Uint8Array): Generator<Line> {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      yield this.#line(chunk.subarray(start, end), 1);
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  *end(): Generator<Line> {
    if (this.#pendingBytes + this.#droppedBytes > 0) yield this.#line(new Uint8Array(0), 0);
  }

  #hold(bytes: Uint8Array): void {
    if (this.#tooLong) {
      this.#droppedBytes += bytes.length;
      return;
    }
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes <= this.limitBytes) return;
    this.#tooLong = true;
    const start = Buffer.concat(this.#pending).subarray(0, startBytes);
    this.#droppedBytes = this.#pendingBytes - start.length;
    this.#pendingBytes = start.length;
    this.#pending = [Uint8Array.from(start)];
  }

  #line(last: Uint8Array, feed: 0 | 1): Line {
    const whole = this.#pendingBytes === 0 && last.length <= this.limitBytes;
    if (!whole) this.#hold(last);
    const length = whole ? last.length : this.#pendingBytes + this.#droppedBytes;
    const line = {
      bytes: whole ? last : Buffer.concat(this.#pending),
      number: this.#number,
      offset: this.#offset,
      length: length + feed,
      tooLong: this.#tooLong,
    };
    this.#number++;
    this.#offset += line.length;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#droppedBytes = 0;
    this.#tooLong = false;
    return line;
  }
}
