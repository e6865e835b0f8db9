import { message } from '../messages/message';
import { HttpError } from './errors';
import { answerHeadersOf, handOver, isGetOrHead, isInProcess, setAnswerHeaders } from './request';

/** JSON:API media type (https://jsonapi.org/format/1.1/#content-negotiation). */
export const jsonApiMediaType = 'application/vnd.api+json';

const alwaysFine = new Set(['*/*', jsonApiMediaType, 'application/json', 'application/*']);

interface MediaRange {
  readonly type: string;
  /** Without the weight. */
  readonly parameters: readonly string[];
  readonly weight: number;
}

/**
 * Throws 406 if the client does not accept JSON:API. Accepted are: no `Accept`, any range that covers JSON, plain
 * `application/json`, and the JSON:API type if one instance has no parameters other than `ext` and `profile` (JSON:API 1.1,
 * server responsibilities).
 */
export function requireAcceptable(request: Request): void {
  const accept = request.headers.get('accept');
  if (accept === null || accept === '' || alwaysFine.has(accept)) return;
  const ranges = accept
    .split(',')
    .map(readRange)
    .filter((range) => range.type !== '');
  const jsonApi = ranges.filter((range) => range.type === jsonApiMediaType);
  const isPlain = (range: MediaRange) => range.parameters.every((parameter) => parameter === 'ext' || parameter === 'profile');
  if (jsonApi.length > 0 && !jsonApi.some(isPlain)) {
    throw new HttpError(406, message('accept_parameter', { type: jsonApiMediaType }), {
      header: 'Accept',
    });
  }
  // The most specific matching range decides (RFC 9110, section 12.5.1).
  const covering = [jsonApi.find(isPlain), mediaRangeOf(ranges, 'application/*'), mediaRangeOf(ranges, '*/*')].find(
    (range) => range !== undefined,
  );
  const isTaken = (covering?.weight ?? 0) > 0 || (mediaRangeOf(ranges, 'application/json')?.weight ?? 0) > 0;
  if (ranges.length > 0 && !isTaken) {
    throw new HttpError(406, message('not_acceptable', { type: jsonApiMediaType }), { header: 'Accept' });
  }
}

/** Whether {@link requireAcceptable} would pass. */
export function isAcceptable(request: Request): boolean {
  try {
    requireAcceptable(request);
    return true;
  } catch {
    return false;
  }
}

const mediaRangeOf = (ranges: readonly MediaRange[], type: string): MediaRange | undefined => ranges.find((range) => range.type === type);

function readRange(text: string): MediaRange {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = rest.filter((part) => part !== '').map((part) => part.split('=').map((side) => side.trim()) as [string, string?]);
  const weight = parameters.find(([name]) => name === 'q')?.[1];
  return {
    type,
    parameters: parameters.map(([name]) => name).filter((name) => name !== 'q'),
    weight: weight === undefined ? 1 : Number(weight) || 0,
  };
}

const handling = /^\s*handling\s*=\s*"?([\w-]+)"?\s*(?:;|$)/i;

/**
 * Whether the client asks for strict handling (`Prefer: handling=strict`, RFC 7240, section 4.4); the response then acknowledges
 * it. No `Vary` is needed, since caches always revalidate API responses.
 */
export function wantsStrictHandling(request: Request): boolean {
  const prefer = request.headers.get('prefer');
  if (prefer === null) return false;
  // Of a repeated preference, the first counts (RFC 7240, section 2).
  const [preference] = prefer.split(',').flatMap((item) => handling.exec(item)?.[1] ?? []);
  if (preference?.toLowerCase() !== 'strict') return false;
  setAnswerHeaders(request, { ...answerHeadersOf(request), 'preference-applied': 'handling=strict' });
  return true;
}

/** Supported encodings, best first. */
const encodings = ['zstd', 'br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** Best encoding that the client accepts; `undefined` for none. */
export function acceptedEncoding(request: Request): Encoding | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  // Requests repeat the same few header values, and each is asked several times.
  if (accepted !== last.accepted) last = { accepted, encoding: preferredOf(request, encodings) };
  return last.encoding;
}

let last: { readonly accepted: string; readonly encoding: Encoding | undefined } = { accepted: '', encoding: undefined };

/** Offered encoding with the highest weight, the earlier one on a tie; `undefined` for none. */
export function preferredOf<E extends Encoding>(request: Request, offered: readonly E[]): E | undefined {
  const accepted = request.headers.get('accept-encoding');
  if (accepted === null) return undefined;
  const weights = weightsOf(accepted);
  const rankOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = [...offered].sort((a, b) => rankOf(b) - rankOf(a))[0];
  return best && rankOf(best) > 0 && rankOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** Ranks of header items (RFC 9110, section 12.4.2). */
export function weightsOf(header: string): Map<string, number> {
  const items = header.split(',').map((item): [string, number] => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return [name, weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1)) || 0];
  });
  return new Map(items.filter(([name]) => name !== ''));
}

/** Strong ETag of an encoded body (RFC 9110, section 8.8.3.3). */
export const encodedTag = (etag: string, encoding: Encoding): string => etag.replace(/"$/, `-${encoding}"`);

/** ETag without its encoding suffix, so that a client may edit what it read compressed. */
export const plainTag = (etag: string): string => etag.replace(/-(?:zstd|br|gzip)"$/, '"');

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

/** Differs for other content, in practice. */
export const versionOf = (content: string | Uint8Array): string => Bun.hash(content).toString(36);

export const etagOf = (body: string | Uint8Array): string => `"${versionOf(body)}"`;

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
  const match = known !== null && isGetOrHead(request) && status === 200 ? matchingTag(known, etag, request) : undefined;
  if (match !== undefined) {
    const { 'content-type': _, 'content-encoding': __, ...withoutBody } = all;
    return new Response(null, { status: 304, headers: { ...withoutBody, etag: match } });
  }
  if (encoding) Object.assign(all, { etag: encodedTag(etag, encoding), 'content-encoding': encoding });
  return new Response(body, { status, headers: all });
}

/**
 * ETag that the client already has, plain or encoded; `undefined` for none. Weak comparison (RFC 9110, section 13.1.2), so that
 * ETags weakened by proxies still match.
 */
function matchingTag(known: string, etag: string, request: Request): string | undefined {
  const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags.includes(etag) || known.trim() === '*') return etag;
  const encoding = acceptedEncoding(request);
  return encoding && tags.find((tag) => tag === encodedTag(etag, encoding));
}

/** Part of a body; the end is exclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Requested part of a body (RFC 9110, section 14). `undefined` for the whole body: no range, another version (`If-Range`),
 * several ranges or another unit.
 * @param etag a strong one
 * @throws {HttpError} 416 for a range beyond the end
 */
export function rangeOf({ headers }: Request, etag: string, bytes: number): ByteRange | undefined {
  const condition = headers.get('if-range');
  if (condition !== null && condition.trim() !== etag) return undefined;
  const [, first = '', last = ''] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(headers.get('range') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  // A missing first number means a suffix length.
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from >= bytes || to <= from)
    throw new HttpError(416, message('range_not_satisfiable', { size: bytes }), undefined, {
      'content-range': `bytes */${bytes}`,
    });
  return { from, to };
}

/** Headers of a partial response, or of one that supports ranges. */
export const rangeHeaders = (range: ByteRange | undefined, bytes: number): Record<string, string> => ({
  'accept-ranges': 'bytes',
  'content-length': String(range ? range.to - range.from : bytes),
  ...(range && { 'content-range': `bytes ${range.from}-${range.to - 1}/${bytes}` }),
});
