import { SetupError } from '../../errors';
import { Unavailable } from './throttle';

/** A page of a list has some 50 kB: what is larger than this is no document of the interface. */
export const maximumDocumentBytes = 16_000_000;

/** Documents of the interface nest some ten levels. */
const maximumDepth = 64;

export interface Answer {
  readonly url: string;
  readonly response: Response;
  readonly abort: () => void;
}

export interface Patience {
  /** The longest time in which nothing comes at all. */
  readonly idleSeconds: number;
  /** The longest time that a whole document may take. */
  readonly documentSeconds: number;
}

/** Settles as the work does, or fails where that takes longer; `then` runs in the second case. */
export async function within<T>(work: Promise<T>, seconds: number, url: string, then: () => void): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Unavailable(`${url} stalled: no data for ${seconds} seconds.`));
    then();
  }, seconds * 1000);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The plain bytes of an answer as they come. `received` is told how many came over the line. */
export async function* chunks(answer: Answer, { idleSeconds }: Patience, received: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const reader = plainBody(answer, received)?.getReader();
  try {
    for (;;) {
      const { done, value } = reader ? await within(reader.read(), idleSeconds, answer.url, answer.abort) : { done: true };
      if (done || !value) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new Unavailable(`${answer.url} was interrupted (${codeOf(error)}).`);
  } finally {
    answer.abort();
    // It fails where the connection broke, which has been said by then.
    reader?.cancel().catch(() => {});
  }
}

export const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : (name ?? 'unknown error');
};

/**
 * Decompressed here, and not by `fetch`, which would unpack a whole bomb into memory before anybody could say stop; a
 * stream unpacks no more than its reader asks for.
 */
function plainBody({ url, response }: Answer, received: (bytes: number) => void): ReadableStream<Uint8Array> | undefined {
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
  // The types of the platform do not know zstd yet.
  return counted?.pipeThrough(new DecompressionStream(encoding as 'gzip') as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
}

/** The first characters of an answer, for a look at why it refuses. */
export async function readStart(answer: Answer, patience: Patience, received: (bytes: number) => void): Promise<string> {
  for await (const chunk of chunks(answer, patience, received)) return new TextDecoder().decode(chunk.subarray(0, 10_000));
  return '';
}

/** The JSON of a whole answer. @throws {SetupError} for what is too large, too deep or no JSON */
export async function readJson(answer: Answer, patience: Patience, received: (bytes: number) => void, now: () => number): Promise<unknown> {
  const deadline = now() + patience.documentSeconds * 1000;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks(answer, patience, received)) {
    size += chunk.byteLength;
    if (size > maximumDocumentBytes) throw new SetupError(`${answer.url} is larger than ${maximumDocumentBytes / 1_000_000} MB.`);
    if (now() > deadline) throw new Unavailable(`${answer.url} takes longer than ${patience.documentSeconds} seconds.`);
    parts.push(chunk);
  }
  return parseJson(decode(Buffer.concat(parts), answer.url), answer.url);
}

export async function* readLines(answer: Answer, patience: Patience, received: (bytes: number) => void): AsyncGenerator<string> {
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

/** Parses JSON of another server. @throws {SetupError} */
export function parseJson(text: string, url: string): unknown {
  if (isTooDeep(text)) throw new SetupError(`${url} is JSON nested deeper than ${maximumDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new SetupError(`${url} is not valid JSON.`);
  }
}

/** Counted before the parser is given the text: it runs out of stack on what is deep enough. */
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

/** The place of the quote that ends the text which begins at a quote. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return text.length;
}

/** Text of the other side as it may be shown on a terminal: in quotes, without control characters, short. */
export const quoted = (text: unknown): string => {
  const json = JSON.stringify(text) ?? String(text);
  return json.length > 120 ? `${json.slice(0, 120)}…` : json;
};
