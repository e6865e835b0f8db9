import { invalid, notFound } from '../errors';
import { message } from '../messages/message';
import { HttpError } from './errors';

const outer = new WeakMap<Request, Request>();
const origins = new WeakMap<Request, Request>();
const documents = new WeakMap<Response, unknown>();

/**
 * Marks a request that the server sends itself while handling another. It is not counted again, inherits the client address, and
 * gets its document without serialization.
 */
export function makeInProcess(request: Request, from: Request): Request {
  outer.set(request, from);
  return request;
}

/**
 * Marks a request sent on behalf of a submitted form: it inherits the client address, but is otherwise counted and answered like
 * the user's own.
 */
export function makeOnBehalf(request: Request, from: Request): Request {
  origins.set(request, outermost(from));
  return request;
}

/** Whether a request only reads a resource, so that its response may be cached or revalidated. */
export const isGetOrHead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

export const isInProcess = (request: Request): boolean => outer.has(request);

/** The external request behind an internal one, or the request itself. */
export const outermost = (request: Request): Request => outer.get(request) ?? origins.get(request) ?? request;

/** Response to an internal request: the document is passed along unserialized. */
export function handOver(document: unknown, status: number, headers: Readonly<Record<string, string>>): Response {
  const response = new Response(null, { status, headers });
  documents.set(response, document);
  return response;
}

/** Document of an internal response; `undefined` for other bodies. */
export const handedOver = (response: Response): unknown => documents.get(response);

/** Valid `Host`: a name, an IPv4 address or a bracketed IPv6 address, and a port (RFC 9110, section 7.2). */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d*)?$/i;

/**
 * Completes the URL. Bun omits scheme and host if `Host` is missing, as HTTP/1.0 allows, empty or invalid; routing would then
 * fail.
 */
export const withOrigin = (request: Request): Request =>
  withUrl(request, `http://localhost${request.url.startsWith('/') ? request.url : '/'}`);

/** The same request under another URL. A new Request would lose its connection and so the client address. */
export const withUrl = (request: Request, url: string): Request =>
  Object.defineProperty(request, 'url', { value: url, configurable: true });

/** Rejects requests before routing: invalid `Host`, undecodable path or encoded body. */
export function requireWellFormed(request: Request, path: string): void {
  requireHost(request.headers.get('host'));
  if (path.includes('%')) requireDecodable(path);
  if (request.method !== 'GET') requirePlainBody(request);
}

/** Whether a text is a valid `Host`. */
export const isHost = (text: string): boolean => hostPattern.test(text) && URL.canParse(`http://${text}`);

function requireHost(host: string | null): void {
  if (host === null || host === '' || isHost(host)) return;
  throw invalid(
    'invalid_host_header',
    {},
    {
      header: 'Host',
    },
  );
}

/** A path with escapes that are not UTF-8 does not exist. */
function requireDecodable(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw notFound('no_address_not_utf8', { path: path.slice(0, 200) });
  }
}

/** Compressed bodies are refused, since some kilobytes could expand to gigabytes (RFC 9110, section 15.5.16). */
function requirePlainBody(request: Request): void {
  const coding = request.headers.get('content-encoding');
  if (coding === null || /^(?:identity)?$/i.test(coding.trim())) return;
  throw new HttpError(415, message('content_encoding'), { header: 'Content-Encoding' }, { 'accept-encoding': 'identity' });
}

/** A path as logs may have it: without the secret of a shared list, also of one that is only mistyped. */
export const loggedPath = (path: string): string => path.replace(/^(\/(?:api\/)?shared\/)[^/]+/, '$1:secret');

const noHeaders: Readonly<Record<string, string>> = {};
const answerHeaders = new WeakMap<Request, Readonly<Record<string, string>>>();

/**
 * Headers for a response that does not exist yet. Passing them at construction is free; adding them later costs as much as a
 * read.
 */
export const setAnswerHeaders = (request: Request, headers: Readonly<Record<string, string>>): void =>
  void answerHeaders.set(request, headers);

export const answerHeadersOf = (request: Request): Readonly<Record<string, string>> => answerHeaders.get(request) ?? noHeaders;
