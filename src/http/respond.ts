import { acceptedEncoding, type Encoding, encodedTag, jsonApiMediaType } from './negotiation';
import { answerHeadersOf, handOver, isInProcess } from './request';

export const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': jsonApiMediaType,
  vary: 'Accept, Accept-Encoding, Authorization',
  // Cached by clients, but always revalidated, since the catalog may change at any time.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
};

/** Personal data must not be stored by any cache. */
export const personalCaching = { 'cache-control': 'private, no-store' };

/** Request id for `X-Request-Id`, error documents and the log. */
export const newRequestId = (): string => Bun.randomUUIDv7();

/** Common headers of all responses. */
export const baseHeaders = (request: Request): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-request-id': newRequestId(),
  ...answerHeadersOf(request),
});

/** Headers of a document without an ETag of its own body. */
export const documentHeaders = (request: Request): Record<string, string> => ({ ...commonHeaders, ...baseHeaders(request) });

export const etagOf = (body: string | Uint8Array): string => `"${Bun.hash(body).toString(36)}"`;

/** Responds with a document and a strong ETag (RFC 9110, section 8.8.3), or 304 if it matches. */
export function respond(request: Request, document: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  if (isInProcess(request)) return handOver(document, status, headers);
  const body = JSON.stringify(document);
  return respondWith(request, body, etagOf(body), status, headers);
}

/** Like {@link respond} with a serialized body; the ETag is that of the unencoded body. */
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
 * ETag that the client already has, plain or encoded; `undefined` for none. Weak comparison (RFC 9110, section 13.1.2), so that
 * ETags weakened by proxies still match.
 */
function keptTag(known: string, etag: string, request: Request): string | undefined {
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(etag) || known.trim() === '*') return etag;
  const encoding = acceptedEncoding(request);
  return encoding && tags.find((tag) => tag === encodedTag(etag, encoding));
}
