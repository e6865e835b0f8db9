import { DomainError, tooLarge } from '../errors';
import { type Message, message } from '../messages/message';
import { writeCheck } from '../store/database/transactions';
import { HttpError } from './errors';
import { outermost } from './request';
import { jsonApiMediaType } from './respond';

/** Largest document: a release with 1,500 records. */
export const maximumDocumentBytes = 1_048_576;

/** Largest body of a few words, such as a name and a password. */
const maximumShortBytes = 16_384;

/** Largest file: ten thousand items with notes. */
export const maximumFileBytes = 8 * 1_048_576;

/** Largest image: a barely compressed scan of a sleeve. */
export const maximumPictureBytes = 10 * 1_048_576;

/** Largest request body: an image in a multipart form. */
export const maximumRequestBytes = maximumPictureBytes + 65_536;

/** No API document nests deeper than ten; this keeps parsers far from stack overflow. */
const maximumDepth = 32;

/** Members and array elements of a document: about twice those of 1,500 records. A megabyte of small ones takes long to parse. */
const maximumValues = 50_000;

/** Members of one object; no resource has a hundred. Each different name costs parsers a microsecond. */
const maximumMembers = 1_000;

/** Reads a JSON:API document with records. */
export const readBody = (request: Request): Promise<unknown> => readJson(request, [jsonApiMediaType], maximumDocumentBytes);

/** Reads a few words: names, passwords, settings. */
export const readShortBody = (request: Request, mediaTypes: readonly string[] = [jsonApiMediaType]): Promise<unknown> =>
  readJson(request, mediaTypes, maximumShortBytes);

/**
 * @param mediaTypes accepted Content-Types; parameters other than `ext`, `profile` and `charset` are refused
 * @throws {HttpError} 415 for another type
 * @throws {DomainError} too large, or invalid as {@link parseJson} says
 */
async function readJson(request: Request, mediaTypes: readonly string[], maximumBytes: number): Promise<unknown> {
  requireMediaType(request, mediaTypes);
  const text = decode(await readBytes(request, maximumBytes));
  const value = parseJson(text);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return text.includes(`://${host}/`) ? withLocalIds(value, host) : value;
}

/** Replaces absolute addresses of this server by IRIs, where a document identifies a record. */
function withLocalIds(value: unknown, host: string): unknown {
  if (Array.isArray(value)) return value.map((element) => withLocalIds(element, host));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const url = name === 'id' && typeof member === 'string' ? URL.parse(member) : null;
    return [name, url?.host === host ? url.pathname.slice(Math.max(0, url.pathname.indexOf('/api/'))) : withLocalIds(member, host)];
  });
  return Object.fromEntries(members);
}

/**
 * Reads the bytes of a body. Stops at the first byte too many, and if the body arrives too slowly.
 * @throws {DomainError} too large; invalid if the client aborted
 * @throws {HttpError} 408 if slower than {@link slowest}
 */
export async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of readChunks(request, maximumBytes)) {
    chunks.push(chunk);
    length += chunk.byteLength;
  }
  return joined(chunks, length);
}

/**
 * {@link readBytes} without holding the body in memory. The sender may have held the end back, so the rights of the request are
 * checked again there.
 */
export async function* readChunks(request: Request, maximumBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) throw tooManyBytes(maximumBytes);
  if (!request.body) return;
  const reader = request.body.getReader();
  const requireRights = writeCheck();
  let [length, lengthBefore, isSlow] = [0, 0, false];
  const watch = setInterval(() => {
    isSlow = length - lengthBefore < slowest.bytes;
    lengthBefore = length;
    if (isSlow) void reader.cancel();
  }, slowest.seconds * 1_000);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isSlow) throw tooSlow();
      if (done) return requireRights();
      length += value.byteLength;
      if (length > maximumBytes) throw tooManyBytes(maximumBytes);
      yield value;
    }
  } catch (error) {
    if (error instanceof HttpError || error instanceof DomainError) throw error;
    throw malformed(message('body_incomplete'));
  } finally {
    clearInterval(watch);
    // Discards the rest of a refused body.
    void reader.cancel().catch(() => {});
  }
}

/** Chunks as a body, read as they are taken. */
export function streamedChunks(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await source.return?.()),
  });
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Slowest accepted upload: slower than a phone with poor reception; 8 MiB take at most 70 minutes. */
const slowest = { bytes: 40_960, seconds: 20 };

const tooSlow = (): HttpError =>
  new HttpError(408, message('body_too_slow', { bytes: slowest.bytes, seconds: slowest.seconds }), undefined, {
    connection: 'close',
  });

/** Idle timeout of connections in the runtime. */
const idleSeconds = 10;

const streamed = new WeakSet<Request>();

/** For a response whose stream has a limit of its own: the idle timeout would cut off slow clients. */
export const withoutIdleTimeout = (request: Request): void => void streamed.add(outermost(request));

/**
 * Suspends the idle timeout while a request is handled: the runtime would close the connection without a response. Handlers limit what
 * they wait for, and {@link readBytes} limits uploads. The timeout applies again to the response and later requests.
 */
export const withPatience =
  (fetch: (request: Request) => Response | Promise<Response>) =>
  (request: Request, server: Pick<Bun.Server<undefined>, 'timeout'>): Response | Promise<Response> => {
    const answer = fetch(request);
    if (!(answer instanceof Promise)) return answer;
    server.timeout(request, 0);
    return answer.finally(() => {
      if (!streamed.has(request)) server.timeout(request, idleSeconds);
    });
  };

/**
 * Parses JSON.
 * @throws {DomainError} invalid for malformed JSON, duplicate members, excessive nesting, too many values and numbers that
 * would be rounded
 */
export function parseJson(text: string, what: 'body' | 'file' = 'body'): unknown {
  requireUnambiguous(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(message('not_json', { what }));
  }
}

export function requireMediaType(request: Request, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase());
  const allowed = type === jsonApiMediaType ? /^(?:ext|profile)=/ : /^charset=/;
  if (mediaTypes.includes(type) && parameters.every((parameter) => parameter === '' || allowed.test(parameter))) return;
  throw new HttpError(415, message('unsupported_media_type', { types: mediaTypes }), { header: 'Content-Type' });
}

const malformed = (problem: Message): DomainError => new DomainError('invalid', problem, { source: { pointer: '' } });

const tooManyBytes = (bytes: number): DomainError => tooLarge('body_too_large', { max: bytes });

/**
 * Decodes a body, dropping a byte order mark.
 * @throws {DomainError} invalid if it is not UTF-8
 */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed(message('body_not_utf8'));
  }
}

/**
 * Throws for what JSON.parse silently accepts: duplicate members, of which it keeps the last (RFC 8259, section 4), and numbers
 * that it rounds; and for documents that take long to parse. Reads each character once.
 */
function requireUnambiguous(text: string): void {
  /** Member names of each open object; `null` for an array. */
  const open: (Set<string> | null)[] = [];
  let values = 0;
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === codes.quote) {
      [start, end] = [at, endOfString(text, at)];
      at = end;
    } else if (code === codes.colon) requireNewName(open.at(-1), text.slice(start, end + 1));
    else if (code === codes.brace || code === codes.bracket) open.push(code === codes.brace ? new Set() : null);
    else if (code === codes.endOfObject || code === codes.endOfArray) open.pop();
    else if (code === codes.minus || (code >= codes.zero && code <= codes.nine)) at = endOfNumber(text, at);
    if (code === codes.comma || code === codes.brace || code === codes.bracket) values++;
    if (open.length > maximumDepth) throw malformed(message('body_too_deep', { max: maximumDepth }));
    if (values > maximumValues) throw malformed(message('body_too_many_values', { max: maximumValues }));
  }
}

/** Characters of JSON: strings of one character would take five times as long to compare. */
const codes = {
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  endOfArray: 0x5d,
  brace: 0x7b,
  endOfObject: 0x7d,
} as const;

/** Index of the closing quotation mark, or after the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); at < text.length && code !== codes.quote; code = text.charCodeAt(at))
    at += code === codes.backslash ? 2 : 1;
  return at;
}

const number = /[-+\d.eE]+/y;

/** Index of the last character. */
function endOfNumber(text: string, start: number): number {
  number.lastIndex = start;
  const [written = ''] = number.exec(text) ?? [];
  if (written.length > 15 || /e/i.test(written)) requireExact(written);
  return start + written.length - 1;
}

/** Malformed numbers are left to the parser. */
function requireExact(written: string): void {
  const value = Number(written);
  const isTooLarge = /^-?\d+$/.test(written) ? !Number.isSafeInteger(value) : Math.abs(value) === Number.POSITIVE_INFINITY;
  if (isTooLarge) throw malformed(message('number_too_large', { number: written.slice(0, 40) }));
  if (!Number.isNaN(value) && digitsOf(written) !== digitsOf(String(value)))
    throw malformed(message('number_too_precise', { number: written.slice(0, 40) }));
}

/** Significant digits and exponent: equal for 1.50 and 15e-1. */
function digitsOf(written: string): string {
  const [mantissa = '', exponent = '0'] = written.replace(/^-/, '').toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (from < to && digits[from] === '0') from++;
  while (to > from && digits[to - 1] === '0') to--;
  return from === to ? '0' : `${digits.slice(from, to)}e${Number(exponent) + whole.length - from}`;
}

/** @param written the name in quotation marks, perhaps with escapes */
function requireNewName(names: Set<string> | null | undefined, written: string): void {
  const name: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
  if (names?.has(name)) throw malformed(message('duplicate_member', { name: name.slice(0, 60) }));
  if (names?.size === maximumMembers) throw malformed(message('object_too_many_members', { max: maximumMembers }));
  names?.add(name);
}
