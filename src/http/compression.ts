import { acceptedEncoding, type Encoding, encodedTag } from './encoding';
import { isInProcess } from './in-process';
import { keepEncoded } from './response-cache';

type Handler = (request: Request) => Response | Promise<Response>;

/** Below this, what is saved is less than the headers of an answer, which go along uncompressed. */
const shortestBytes = 1_024;

/** What is text, and answered whole. JSON lines are not among these: they are a stream, which compresses itself. */
const compressible =
  /^(?:application\/(?:vnd\.api\+json|json|ld\+json|atom\+xml|xml|manifest\+json)|text\/(?:html|csv|plain)|image\/svg\+xml)(?:;|$)/;

/**
 * Makes answers as small as their reader takes them, pages and personal ones too. What a client without `Accept-Encoding`
 * gets is not looked at, so that whoever makes an answer says that it varies by that header.
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
 * An answer in an encoding, with a tag of its own; as it is, where it is short, no text, or encoded already.
 *
 * The length of what is compressed tells something of what is in it (BREACH): a page that holds a secret beside text that
 * others may choose must write the secret in other signs each time, as `form-token.ts` does. Tokens that the API makes
 * stand beside nothing of that kind.
 */
async function compressed(request: Request, response: Response, encoding: Encoding): Promise<Response> {
  const { headers, status } = response;
  if (headers.has('content-encoding') || !compressible.test(headers.get('content-type') ?? '')) return response;
  if (request.method === 'HEAD') {
    if (Number(headers.get('content-length') ?? 0) < shortestBytes) return response;
    // How long it would be is known only once it is made; and without a word the length that no body has would be sent.
    headers.delete('content-length');
    headers.set('transfer-encoding', 'chunked');
    return new Response(null, { status, headers: encodedHeaders(headers, encoding) });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength < shortestBytes) return new Response(bytes, { status, headers });
  const body = (await compress(bytes, encoding, 'fast')) as Uint8Array<ArrayBuffer>;
  keepEncoded(response, encoding, body);
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
