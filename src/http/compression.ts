import type { Handler } from './middleware';
import { acceptedEncoding, type Encoding, encodedTag } from './negotiation';
import { isInProcess } from './request';
import { etagOf, respondWith } from './respond';
import { storeEncoded } from './response-cache';

/** Below this, compression saves less than the uncompressed headers weigh. */
const shortestBytes = 1_024;

/** Textual types sent as a whole. JSON lines are streams that compress themselves. */
const compressible =
  /^(?:application\/(?:vnd\.api\+json|json|ld\+json|atom\+xml|xml|manifest\+json)|text\/(?:html|csv|plain)|image\/svg\+xml)(?:;|$)/;

/**
 * Compresses responses, personal ones included. Responses to clients without `Accept-Encoding` pass unchanged, so handlers set
 * `Vary` themselves.
 */
export function withCompression(handle: Handler): Handler {
  return (request) => {
    const encoding = acceptedEncoding(request);
    if (encoding === undefined || isInProcess(request)) return handle(request);
    const answer = handle(request);
    return answer instanceof Promise
      ? answer.then((response) => compressed(request, response, encoding))
      : compressed(request, answer, encoding);
  };
}

/**
 * Compresses a response and adapts its ETag, unless it is short, not textual or already encoded. The compressed length leaks
 * content (BREACH), so a page with a secret beside attacker-chosen text must mask the secret, as `form-token.ts` does. Tokens
 * created by the API never stand beside such text.
 */
async function compressed(request: Request, response: Response, encoding: Encoding): Promise<Response> {
  const { headers, status } = response;
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response;
  if (request.method === 'HEAD') {
    if (Number(headers.get('content-length') ?? 0) < shortestBytes) return response;
    // The length is unknown until then; the runtime would otherwise send that of an empty body.
    headers.delete('content-length');
    headers.set('transfer-encoding', 'chunked');
    return new Response(null, { status, headers: encodedHeaders(headers, encoding) });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength < shortestBytes) return new Response(bytes, { status, headers });
  const body = (await compress(bytes, encoding, 'fast')) as Uint8Array<ArrayBuffer>;
  storeEncoded(response, encoding, body);
  return new Response(body, { status, headers: encodedHeaders(headers, encoding) });
}

function encodedHeaders(headers: Headers, encoding: Encoding): Headers {
  headers.set('content-encoding', encoding);
  const etag = headers.get('etag');
  if (etag !== null) headers.set('etag', encodedTag(etag, encoding));
  if (!/accept-encoding|\*/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Accept-Encoding');
  return headers;
}

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
    const form = this.#forms.get(encoding) ?? (encoding ? this.#compress(encoding) : this.#write());
    this.#forms.set(encoding, form);
    return form;
  }

  async #write(): Promise<Form> {
    const body = new TextEncoder().encode(JSON.stringify(await this.make()));
    return { body, etag: etagOf(body) };
  }

  async #compress(encoding: Encoding): Promise<Form> {
    const { body, etag } = await this.#form(undefined);
    return { body: new Uint8Array(await compress(body, encoding, 'thorough')), etag: encodedTag(etag, encoding) };
  }
}
