import { acceptedEncoding, type Encoding, encodedTag } from './encoding';
import { handOver, isInProcess } from './in-process';
import { isKeepable, keep } from './response-cache';

/** The media type of JSON:API (https://jsonapi.org/format/1.1/#content-negotiation). */
export const jsonApiMediaType = 'application/vnd.api+json';

/** What every answer of the API carries, whatever it says. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': jsonApiMediaType,
  vary: 'Accept, Accept-Encoding, Authorization',
  // Kept by the client, and asked about again each time: a catalog changes when it likes.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
};

/** What no cache may keep, not even the client's: it is one user's own. */
export const personalCaching = { 'cache-control': 'private, no-store' };

const noHeaders: Readonly<Record<string, string>> = {};
const answerHeaders = new WeakMap<Request, Readonly<Record<string, string>>>();

/**
 * Headers for the answer to a request, decided before there is one. Whoever makes an answer asks for them: given when it
 * is made they cost nothing, and added to it afterwards as much as a read.
 */
export const setAnswerHeaders = (request: Request, headers: Readonly<Record<string, string>>): void =>
  void answerHeaders.set(request, headers);

export const answerHeadersOf = (request: Request): Readonly<Record<string, string>> => answerHeaders.get(request) ?? noHeaders;

/** An id for one request: in `X-Request-Id`, in the error document and in the log. */
export const newRequestId = (): string => Bun.randomUUIDv7();

/** Headers of every answer to a request, whatever its body is. */
export const baseHeaders = (request: Request): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-request-id': newRequestId(),
  ...answerHeadersOf(request),
});

/** Headers of a document that has no ETag, or another than that of its body. */
export const documentHeaders = (request: Request): Record<string, string> => ({ ...commonHeaders, ...baseHeaders(request) });

/** The strong ETag of a body. */
export const etagOf = (body: string | Uint8Array): string => `"${Bun.hash(body).toString(36)}"`;

/** A document as an answer with a strong ETag (RFC 9110, section 8.8.3); 304 where the client has it already. */
export function respond(request: Request, document: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  if (isInProcess(request)) return handOver(document, status, headers);
  const body = JSON.stringify(document);
  return respondWith(request, body, etagOf(body), status, headers);
}

/** As {@link respond}, where the catalog alone decides the document, and not who asks: the answer may be kept for others. */
export function respondOfCatalog(request: Request, document: unknown): Response {
  if (!isKeepable(request)) return respond(request, document);
  const body = new TextEncoder().encode(JSON.stringify(document));
  const etag = etagOf(body);
  const response = respondWith(request, body, etag, 200, {});
  keep(request, response, body, etag);
  return response;
}

/** As {@link respond}, with a body that was written before; the tag is that of the body without the encoding. */
export function respondWith(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  etag: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  encoding?: Encoding,
): Response {
  const all: Record<string, string> = { ...commonHeaders, etag, 'x-request-id': newRequestId(), ...answerHeadersOf(request), ...headers };
  const known = request.headers.get('if-none-match');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const kept = known !== null && isRead && status === 200 ? keptTag(known, etag, request) : undefined;
  if (kept !== undefined) {
    const { 'content-type': _, 'content-encoding': __, ...withoutBody } = all;
    return new Response(null, { status: 304, headers: { ...withoutBody, etag: kept } });
  }
  if (encoding) Object.assign(all, { etag: encodedTag(etag, encoding), 'content-encoding': encoding });
  return new Response(body, { status, headers: all });
}

/**
 * Which tag of a body the client has, as it is or as the encoding has it that the client takes; `undefined` where it has
 * none. Compared weakly (RFC 9110, section 13.1.2), so that what a proxy made weak still matches.
 */
function keptTag(known: string, etag: string, request: Request): string | undefined {
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(etag) || known.trim() === '*') return etag;
  const encoding = acceptedEncoding(request);
  return encoding && tags.find((tag) => tag === encodedTag(etag, encoding));
}
