import { SetupError } from '../../errors';
import { Unavailable } from './throttle';

/** A list page is about 50 kB; anything larger is no document of the interface. */
export const maximumDocumentBytes = 16_000_000;

/** Documents of the interface nest about ten levels. */
const maximumDepth = 64;

export interface ClientResponse {
  readonly url: string;
  readonly response: Response;
  readonly abort: () => void;
}

export interface Patience {
  /** Longest time without any data. */
  readonly idleSeconds: number;
  /** Longest time for a whole document. */
  readonly documentSeconds: number;
}

/** Like the work, but rejects after a timeout with this problem; `then` runs in that case. */
export async function within<T>(work: Promise<T>, seconds: number, problem: string, then: () => void): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Unavailable(problem));
    then();
  }, seconds * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const stalled = (url: string, seconds: number): string => `${url} stalled: no data for ${seconds} seconds.`;

/** Decoded chunks of a response. `received` gets the number of bytes on the wire. */
export async function* chunks(
  answer: ClientResponse,
  { idleSeconds }: Patience,
  received: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = plainBody(answer, received)?.getReader();
  try {
    for (;;) {
      const { done, value } = reader
        ? await within(reader.read(), idleSeconds, stalled(answer.url, idleSeconds), answer.abort)
        : { done: true };
      if (done || !value) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new Unavailable(`${answer.url} was interrupted (${codeOf(error)}).`);
  } finally {
    answer.abort();
    // Rejects if the connection broke, which was reported before.
    reader?.cancel().catch(() => {});
  }
}

export const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? 'unknown error');
};

/** Decompressed here rather than by `fetch`, which would unpack a whole zip bomb into memory; a stream unpacks only on demand. */
function plainBody({ url, response }: ClientResponse, received: (bytes: number) => void): ReadableStream<Uint8Array> | undefined {
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  const encoding = response.headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return counted;
  if (encoding !== 'gzip' && encoding !== 'zstd') throw new SetupError(`${url} uses an unsupported compression.`);
  // The platform's types lack zstd.
  return counted?.pipeThrough(new DecompressionStream(encoding as 'gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** First characters of a response, to find the reason of a refusal. */
export async function readStart(answer: ClientResponse, patience: Patience, received: (bytes: number) => void): Promise<string> {
  for await (const chunk of chunks(answer, patience, received)) return new TextDecoder().decode(chunk.subarray(0, 10_000));
  return '';
}

/**
 * A whole response.
 * @throws {SetupError} if it is too large
 * @throws {Unavailable} if it takes too long
 */
export async function readWhole(
  answer: ClientResponse,
  patience: Patience,
  received: (bytes: number) => void,
  now: () => number,
  maximumBytes: number,
): Promise<Buffer> {
  const deadline = now() + patience.documentSeconds * 1000;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks(answer, patience, received)) {
    size += chunk.byteLength;
    if (size > maximumBytes) throw new SetupError(`${answer.url} is larger than ${maximumBytes / 1_000_000} MB.`);
    if (now() > deadline) throw new Unavailable(`${answer.url} takes longer than ${patience.documentSeconds} seconds.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** JSON of a whole response. @throws {SetupError} if it is too large, nested too deeply or invalid */
export async function readJsonBody(
  answer: ClientResponse,
  patience: Patience,
  received: (bytes: number) => void,
  now: () => number,
  maximumBytes = maximumDocumentBytes,
): Promise<unknown> {
  return parseJsonBody(decode(await readWhole(answer, patience, received, now, maximumBytes), answer.url), answer.url);
}

export async function* readLines(answer: ClientResponse, patience: Patience, received: (bytes: number) => void): AsyncGenerator<string> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks(answer, patience, received)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = decode(Buffer.concat([...pending, chunk.subarray(start, end)]), answer.url);
      if (line !== '') yield line;
      pending = [];
      size = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    pending.push(chunk.slice(start));
    size += chunk.length - start;
    if (size > maximumDocumentBytes) throw new SetupError(`${answer.url} has a line larger than ${maximumDocumentBytes / 1_000_000} MB.`);
  }
  if (size > 0) yield decode(Buffer.concat(pending), answer.url);
}

function decode(bytes: Uint8Array, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SetupError(`${url} is not UTF-8.`);
  }
}

/** Parses JSON from another server. @throws {SetupError} */
export function parseJsonBody(text: string, url: string): unknown {
  if (isTooDeep(text)) throw new SetupError(`${url} is JSON nested deeper than ${maximumDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`${url} is not valid JSON.`);
  }
}

/** Checked before parsing, since deep nesting exhausts the parser's stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    if (depth > maximumDepth) return true;
  }
  return false;
}

/** Position of the closing quote of a string. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return text.length;
}

/** Foreign text for the terminal: quoted, without control characters, shortened. */
export const quotedExcerpt = (text: unknown): string => {
  const json = JSON.stringify(text) ?? String(text);
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
};
