import { DomainError, tooLarge } from '../errors';
import { type Message, message } from '../messages/message';
import { writeCheck } from '../store/database/write-checks';
import { HttpError } from './errors';
import { jsonApiMediaType } from './respond';

/** Largest document; the largest collection item is about 30 kB. */
const maximumBodyBytes = 1_048_576;

/** Largest file: ten thousand items with notes. */
export const maximumFileBytes = 8 * 1_048_576;

/** Largest image: a barely compressed scan of a sleeve. */
export const maximumPictureBytes = 10 * 1_048_576;

/** Largest request body: an image in a multipart form. */
export const maximumRequestBytes = maximumPictureBytes + 65_536;

/** No API document nests deeper than ten; this keeps parsers far from stack overflow. */
const maximumDepth = 32;

/**
 * Parses the JSON body of a request.
 * @param mediaTypes accepted Content-Types; parameters other than `ext`, `profile` and `charset` are refused
 * @throws {HttpError} 415 for another type
 * @throws {DomainError} too large, or invalid for malformed JSON, duplicate members, excessive nesting and integers beyond the
 * safe range
 */
export async function readJson(request: Request, mediaTypes: readonly string[]): Promise<unknown> {
  requireMediaType(request, mediaTypes);
  return parseJson(decode(await readBytes(request, maximumBodyBytes)));
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
  servers.get(request)?.timeout(request, 0);
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

const servers = new WeakMap<Request, Pick<Bun.Server<undefined>, 'timeout'>>();

/** Idle timeout of connections in the runtime. */
const idleSeconds = 10;

/** For responses that take longer than the idle timeout, such as those of other sites. */
export function allowSeconds(request: Request, seconds: number): void {
  servers.get(request)?.timeout(request, seconds);
}

/**
 * Lets {@link readBytes} time uploads: the runtime would close connections slower than 17 kB a second without a response. Its
 * timeout applies again to the response and later requests.
 */
export const withTimedUploads =
  (fetch: (request: Request) => Response | Promise<Response>) =>
  (request: Request, server: Pick<Bun.Server<undefined>, 'timeout'>): Response | Promise<Response> => {
    servers.set(request, server);
    if (request.method === 'GET' || request.method === 'HEAD') return fetch(request);
    const answer = fetch(request);
    return answer instanceof Promise ? answer.finally(() => server.timeout(request, idleSeconds)) : answer;
  };

/**
 * Parses JSON.
 * @throws {DomainError} invalid for malformed JSON, duplicate members, excessive nesting and integers beyond the safe range
 */
export function parseJson(text: string, what: 'body' | 'file' = 'body'): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(message('not_json', { what }));
  }
  requireUnambiguous(text);
  return value;
}

export function requireMediaType(request: Request, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase());
  const allowed = type === jsonApiMediaType ? /^(?:ext|profile)=/ : /^charset=/;
  if (mediaTypes.includes(type) && parameters.every((parameter) => parameter === '' || allowed.test(parameter))) return;
  throw new HttpError(415, message('unsupported_media_type', { types: mediaTypes.join(' or ') }), { header: 'Content-Type' });
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

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]/g;

/**
 * Scans well-formed JSON and throws for what JSON.parse silently accepts: duplicate members, of which it keeps the last (RFC
 * 8259, section 4), and numbers beyond 2^53, which it rounds.
 */
function requireUnambiguous(text: string): void {
  /** Member names of each open object; `null` for an array. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    const names = open.at(-1);
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > maximumDepth) throw malformed(message('body_too_deep', { max: maximumDepth }));
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isName = false;
    } else if (token === ',') isName = names instanceof Set;
    else if (token === ':') isName = false;
    else if (token.startsWith('"')) {
      if (isName && names) requireNewName(names, JSON.parse(token));
    } else if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)))
      throw malformed(message('number_too_large', { number: token.slice(0, 40) }));
  }
}

function requireNewName(names: Set<string>, name: string): void {
  if (names.has(name)) throw malformed(message('duplicate_member', { name: name.slice(0, 60) }));
  names.add(name);
}
