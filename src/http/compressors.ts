import type { Encoding } from './encoding';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * `fast` for what is made for one answer, `thorough` for what is kept. Measured on pages of a list (24 kB) and the script of
 * the documentation (1.7 MB): one level up, the fast ones take a fifth to four times longer for 1 to 25 % less, and the
 * thorough ones take seconds.
 */
export type Effort = 'fast' | 'thorough';

const levels: Readonly<Record<Effort, Readonly<Record<Encoding, number>>>> = {
  fast: { zstd: 1, br: 1, gzip: 1 },
  thorough: { zstd: 15, br: 9, gzip: 9 },
};

/** Takes up to a fifth of a millisecond here, less than another thread would take to hear of it when it is busy. */
const longestInPlace = 65_536;

/** The same bytes, smaller. Long ones are compressed in a thread of their own: meanwhile others are answered. */
export function compress(bytes: Bytes, encoding: Encoding, effort: Effort): Promise<Uint8Array> {
  const level = levels[effort][encoding];
  const isShort = effort === 'fast' && bytes.byteLength <= longestInPlace;
  return compressors[encoding](bytes, level, isShort);
}

const compressors: Readonly<Record<Encoding, (bytes: Bytes, level: number, isShort: boolean) => Promise<Uint8Array>>> = {
  zstd: async (bytes, level, isShort) => (isShort ? Bun.zstdCompressSync(bytes, { level }) : Bun.zstdCompress(bytes, { level })),
  // Loaded when it is needed: it brings all of node:stream with it, for which a start would wait.
  br: async (bytes, level, isShort) => {
    const { brotliCompress, brotliCompressSync, constants } = await import('node:zlib');
    const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength };
    return isShort ? brotliCompressSync(bytes, { params }) : await called((done) => brotliCompress(bytes, { params }, done));
  },
  gzip: async (bytes, level, isShort) => {
    const { gzip, gzipSync } = await import('node:zlib');
    return isShort ? gzipSync(bytes, { level }) : await called((done) => gzip(bytes, { level }, done));
  },
};

function called(work: (done: (error: Error | null, result: Uint8Array) => void) => void): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  work((error, result) => (error ? reject(error) : resolve(result)));
  return promise;
}
