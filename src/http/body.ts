import { type DomainError, invalid, tooLarge } from '../errors';
import { HttpError } from './errors';
import { jsonApiMediaType } from './media-type';

/** The largest document: the largest item of a collection is some 30 kB. */
const maximumBodyBytes = 1_048_576;

/** The largest file: ten thousand items with notes. */
export const maximumFileBytes = 8 * 1_048_576;

/** The largest picture: a scan of a sleeve that is hardly compressed. */
export const maximumPictureBytes = 10 * 1_048_576;

/** The largest body that the server reads at all: a picture, with the form around it that a browser sends it in. */
export const maximumRequestBytes = maximumPictureBytes + 65_536;

/** No document of the API is deeper than ten; a parser of ours or of others stays far from the end of its stack. */
const maximumDepth = 32;

/**
 * The JSON of a request's body.
 * @param mediaTypes what its Content-Type may be; parameters other than `ext`, `profile` and `charset` are refused
 * @throws {HttpError} 415 for another type
 * @throws {DomainError} too large, or invalid for what is not JSON, names a member
 * twice, nests too deep or holds a whole number that cannot be kept exactly
 */
export async function readJson(request: Request, mediaTypes: readonly string[]): Promise<unknown> {
  requireMediaType(request, mediaTypes);
  return parseJson(decode(await readBytes(request, maximumBodyBytes)));
}

/**
 * The bytes of a request's body.
 * @throws {DomainError} too large, for more than these; invalid, where the client broke it off, which is no failure of ours
 */
export async function readBytes(request: Request, maximumBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > maximumBytes) throw tooManyBytes(maximumBytes);
  const body = await request.arrayBuffer().catch((): never => {
    throw malformed('The body broke off before its end.');
  });
  const bytes = new Uint8Array(body);
  if (bytes.byteLength > maximumBytes) throw tooManyBytes(maximumBytes);
  return bytes;
}

/**
 * What JSON says.
 * @throws {DomainError} invalid, for what is not JSON, names a member twice, nests too deep or holds a whole number that cannot
 * be kept exactly
 */
export function parseJson(text: string, what: 'body' | 'file' = 'body'): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`The ${what} is not JSON.`);
  }
  requireUnambiguous(text);
  return value;
}

export function requireMediaType(request: Request, mediaTypes: readonly string[]): void {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';').map((part) => part.trim().toLowerCase());
  const allowed = type === jsonApiMediaType ? /^(?:ext|profile)=/ : /^charset=/;
  if (mediaTypes.includes(type) && parameters.every((parameter) => parameter === '' || allowed.test(parameter))) return;
  throw new HttpError(415, `The body must be sent as ${mediaTypes.join(' or ')}, without parameters.`, { header: 'Content-Type' });
}

const malformed = (detail: string): DomainError => invalid(detail, { pointer: '' });

const tooManyBytes = (bytes: number): DomainError => tooLarge(`The body may have at most ${bytes} bytes.`);

/**
 * The text of a body, without a byte order mark.
 * @throws {DomainError} invalid, for what is not UTF-8
 */
export function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\]:,]/g;

/**
 * Walks over JSON that is known to be well-formed, and throws for what JSON.parse lets pass in silence: of a member that
 * is named twice it keeps the last (RFC 8259, section 4), and numbers beyond 2^53 it rounds.
 */
function requireUnambiguous(text: string): void {
  /** For each open object the names it has so far; `null` for an array. */
  const open: (Set<string> | null)[] = [];
  let isName = false;
  for (const [token] of text.matchAll(tokens)) {
    const names = open.at(-1);
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null);
      if (open.length > maximumDepth) throw malformed(`The body nests deeper than ${maximumDepth}.`);
      isName = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isName = false;
    } else if (token === ',') isName = names instanceof Set;
    else if (token === ':') isName = false;
    else if (token.startsWith('"')) {
      if (isName && names) requireNewName(names, JSON.parse(token));
    } else if (/^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)))
      throw malformed(`${token.slice(0, 40)} is larger than a whole number may be.`);
  }
}

function requireNewName(names: Set<string>, name: string): void {
  if (names.has(name)) throw malformed(`The body names "${name.slice(0, 60)}" twice.`);
  names.add(name);
}
