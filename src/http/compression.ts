import { setImmediate } from 'node:timers/promises';
import { acceptedEncoding, type Encoding, encodedTag, etagOf, respondWith } from './respond';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * `fast` for single responses, `thorough` for cached ones. Measured on list pages (24 kB) and the documentation script (1.7 MB):
 * one level higher, the fast ones take 1.2 to 4 times as long for 1 to 25 % less, and the thorough ones take seconds.
 */
export type Effort = 'fast' | 'thorough';

const levels: Readonly<Record<Effort, Readonly<Record<Encoding, number>>>> = {
  fast: { zstd: 1, br: 1, gzip: 1 },
  thorough: { zstd: 15, br: 9, gzip: 9 },
};

/** Takes at most 0.2 ms here, less than handing it to a busy worker. */
const longestInPlace = 65_536;

/** Compresses bytes; long bodies in a worker, so that the event loop stays free. */
export function compress(bytes: Bytes, encoding: Encoding, effort: Effort): Promise<Uint8Array> {
  const level = levels[effort][encoding];
  const isShort = effort === 'fast' && bytes.byteLength <= longestInPlace;
  return compressors[encoding](bytes, level, isShort);
}

const compressors: Readonly<Record<Encoding, (bytes: Bytes, level: number, isShort: boolean) => Promise<Uint8Array>>> = {
  zstd: async (bytes, level, isShort) => (isShort ? Bun.zstdCompressSync(bytes, { level }) : Bun.zstdCompress(bytes, { level })),
  // Imported lazily: it loads node:stream, which would slow down startup.
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

interface Form {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** A JSON document that never changes while the server runs; each encoding is cached when first requested. */
export class CachedDocument {
  readonly #forms = new Map<Encoding | undefined, Promise<Form>>();

  constructor(private readonly make: () => Promise<object>) {}

  /** Responds in the accepted encoding. */
  async respond(request: Request): Promise<Response> {
    const encoding = acceptedEncoding(request);
    const { body, etag } = await this.#form(encoding);
    return respondWith(request, body, etag, 200, { 'content-type': 'application/json', ...(encoding && { 'content-encoding': encoding }) });
  }

  #form(encoding: Encoding | undefined): Promise<Form> {
    return this.#forms.getOrInsertComputed(encoding, () => (encoding ? this.#compress(encoding) : this.#write()));
  }

  async #write(): Promise<Form> {
    const document = await this.make();
    // Writing it takes as long as making it.
    await setImmediate();
    const body = new TextEncoder().encode(JSON.stringify(document));
    return { body, etag: etagOf(body) };
  }

  async #compress(encoding: Encoding): Promise<Form> {
    const { body, etag } = await this.#form(undefined);
    return { body: new Uint8Array(await compress(body, encoding, 'thorough')), etag: encodedTag(etag, encoding) };
  }
}
