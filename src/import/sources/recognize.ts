import { SetupError } from '../../errors';
import { Head, isTar, type Line, LineSplitter, longestLineBytes, openPlain, type PlainBytes } from '../streams';
import { withoutArraySyntax } from './wikidata/lines';

/** Kinds of import files, named like their commands. */
export type FileSource = 'musicbrainz' | 'discogs' | 'wikidata' | 'ndjson';

export const fileNouns: Readonly<Record<FileSource, string>> = {
  musicbrainz: 'a MusicBrainz dump',
  discogs: 'a Discogs dump',
  wikidata: 'a Wikidata file',
  ndjson: 'a file of records',
};

/** Limit for the first line; the longest in a dump has a few million bytes. */
const mostHeadBytes = 16 * 1024 * 1024;

/** XML is recognized by its first tags. */
const tagBytes = 64 * 1024;

/** Recognizes a file by its content; `undefined` if that fails. Damaged files are recognized by their start. */
export async function recognize(file: string): Promise<FileSource | undefined> {
  const plain = openPlain(file);
  const head = new Head(plain, mostHeadBytes);
  try {
    await head.grow(tagBytes);
    requireReadable(file, head.bytes);
    if (isTar(head.bytes)) return 'musicbrainz';
    if (isWikidata(head.bytes)) return 'wikidata';
    if (isDiscogsDump(head.bytes)) return 'discogs';
    return sourceOfLine(await firstLine(head));
  } finally {
    await plain.chunks.return(undefined);
  }
}

/** Whether a file starts as a Discogs dump: XML with a known first tag. */
export function isDiscogsDump(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, tagBytes));
  return /^(?:\xEF\xBB\xBF)?\s*</.test(text) && /<(?:release|master|artist|label)s?[\s>/]/.test(text);
}

/** Whether a file starts with a Wikidata item, alone, in an array or in a response; only class and version may precede the id. */
export function isWikidata(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, tagBytes));
  return (
    /^(?:\xEF\xBB\xBF)?\s*(?:\[\s*)?\{[^{}[\]]{0,500}"id"\s*:\s*"[QPL][1-9]\d*"\s*,/.test(text) ||
    /^(?:\xEF\xBB\xBF)?\s*\{\s*(?:"success"\s*:\s*1\s*,\s*)?"entities"\s*:\s*\{\s*"[QPL][1-9]\d*"\s*:/.test(text)
  );
}

/**
 * @throws {SetupError} for bzip2: JavaScript decoders reach 9 MB/s and are unmaintained, while the `bzip2` program is available
 * everywhere and several times as fast
 */
function requireReadable(file: string, head: Uint8Array): void {
  if (!/^BZh[1-9]1AY&SY/.test(Buffer.from(head.subarray(0, 10)).toString('latin1'))) return;
  throw new SetupError(
    `${file} is compressed with bzip2, which is not supported. Decompress it with: bzcat ${file} | leitmotif import wikidata -`,
  );
}

async function firstLine(head: Head): Promise<Uint8Array> {
  for (let chunk: Uint8Array | undefined = head.bytes; chunk && !chunk.includes(lineFeed); chunk = await head.more());
  const end = head.bytes.indexOf(lineFeed);
  return head.bytes.subarray(0, end === -1 ? undefined : end);
}

const lineFeed = 0x0a;

/** Lines of which one has to be JSON in a file of records or items. */
const linesTried = 20;

/** More than a line may have, so that a line is never cut to one without JSON. */
const mostLineBytes = 2 * longestLineBytes;

/** Whether none of a file's first lines is JSON. Empty files, and those with too long lines, are left to their import. */
export async function isWithoutJson(file: string): Promise<boolean> {
  const plain = openPlain(file);
  try {
    return await startsWithoutJson(new Head(plain, mostLineBytes));
  } finally {
    await plain.chunks.return(undefined);
  }
}

/** Opens a file of JSON lines from an offset. @throws {SetupError} for standard input without JSON; files are checked before */
export async function openJsonLines(file: string, from: number, source: 'ndjson' | 'wikidata'): Promise<PlainBytes> {
  if (file !== '-') return openPlain(file, { from });
  const head = new Head(openPlain(file), mostLineBytes);
  if (await startsWithoutJson(head)) throw withoutJson('Standard input', source);
  return head.replayed(from);
}

export const withoutJson = (name: string, source: FileSource): SetupError =>
  new SetupError(`${name} is not ${fileNouns[source]}: none of its first lines is a JSON object.`);

async function startsWithoutJson(head: Head): Promise<boolean> {
  let tried = 0;
  for await (const line of linesIn(head)) {
    const text = new TextDecoder().decode(withoutArraySyntax(line));
    if (text === '') continue;
    if (line.tooLong) return false;
    try {
      if (typeof JSON.parse(text) === 'object') return false;
    } catch {
      // One more line without JSON.
    }
    if (++tried === linesTried) return true;
  }
  return tried > 0;
}

async function* linesIn(head: Head): AsyncGenerator<Line> {
  const splitter = new LineSplitter(1, 0);
  for (let chunk: Uint8Array | undefined = head.bytes; chunk; chunk = await head.more()) yield* splitter.push(chunk);
  head.requireSound();
  yield* splitter.end();
}

const mbid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** MusicBrainz documents have a bare UUID, records an IRI with attributes. */
function sourceOfLine(line: Uint8Array): FileSource | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(line));
  } catch {
    return undefined;
  }
  const { type, id, attributes, claims, labels } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isRecord = typeof type === 'string' && (isObject(attributes) || String(id).startsWith('/api/'));
  if (isRecord) return 'ndjson';
  if (typeof id === 'string' && /^Q[1-9]\d*$/.test(id) && (isObject(claims) || isObject(labels))) return 'wikidata';
  return typeof id === 'string' && mbid.test(id) ? 'musicbrainz' : undefined;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
