import { type Line, LineSplitter, type PlainBytes, TarReader } from '../../streams';
import type { DumpInput } from './dump-files';

export interface LinePosition {
  /** Offset and number of the next line in the decompressed content. */
  readonly offset: number;
  readonly line: number;
  /** End of the dump within an archive; 0 for plain lines. */
  readonly end: number;
}

/** Lines read, to be consumed before reading more. */
export interface DocumentLines {
  readonly lines: Iterable<Line>;
  readonly end: number;
}

/** Another member of the archive. */
export interface OtherMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Lines of a file from a position, and other members after them. */
export function documentLines(
  input: DumpInput,
  plain: PlainBytes,
  from: LinePosition | undefined,
): AsyncGenerator<DocumentLines | OtherMember> {
  return input.member === undefined ? bareLines(plain, from) : linesInTar(input.file, input.member, plain, from);
}

async function* bareLines({ chunks }: PlainBytes, from: LinePosition | undefined): AsyncGenerator<DocumentLines> {
  const splitter = new LineSplitter(from?.line ?? 1, from?.offset ?? 0);
  for await (const chunk of chunks) yield { lines: splitter.push(chunk), end: 0 };
  yield { lines: splitter.end(), end: 0 };
}

async function* linesInTar(
  file: string,
  member: string,
  { chunks }: PlainBytes,
  from: LinePosition | undefined,
): AsyncGenerator<DocumentLines | OtherMember> {
  const reader = new TarReader(file, from?.offset ?? 0, from && { name: member, end: from.end });
  let splitter = from && new LineSplitter(from.line, from.offset);
  for await (const chunk of chunks) {
    for (const { name, offset, end, bytes } of reader.push(chunk)) {
      if (name !== member) {
        yield { name, bytes };
        continue;
      }
      splitter ??= new LineSplitter(1, offset);
      yield { lines: splitter.push(bytes), end };
      if (offset + bytes.length === end) yield { lines: splitter.end(), end };
    }
  }
  reader.finish();
}

/** Id of the secondary type Soundtrack. */
export const soundtrackType = '22a628ad-c082-3c4f-b1b6-d41665107b88';

const soundtrackBytes = Buffer.from(soundtrackType);
const filmLinkBytes = Buffer.from('imdb.com');

const buffer = (line: Uint8Array): Buffer => Buffer.from(line.buffer, line.byteOffset, line.byteLength);

/** Whether a line may be a soundtrack and is worth parsing. */
export const mentionsSoundtrack = (line: Uint8Array): boolean => buffer(line).includes(soundtrackBytes);

/** Whether a line may link to a film page. */
export const mentionsFilm = (line: Uint8Array): boolean => buffer(line).includes(filmLinkBytes);

const quote = 0x22;
const backslash = 0x5c;
const idBytes = 36;

/**
 * Top-level `id` of a JSON line without parsing: keys come in any order, and nested objects have ids too. `undefined` if only
 * parsing can tell.
 */
export function topLevelId(line: Uint8Array): string | undefined {
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte === quote) {
      const end = endOfText(line, at);
      if (depth === 1 && end === at + 3 && line[at + 1] === 0x69 && line[at + 2] === 0x64) {
        const value = afterColon(line, end + 1);
        if (value !== undefined) return idAt(line, value);
      }
      at = end;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return undefined;
}

function endOfText(line: Uint8Array, start: number): number {
  let at = start + 1;
  for (; at < line.length && line[at] !== quote; at++) if (line[at] === backslash) at++;
  return at;
}

/** Position after a colon, if one follows. */
function afterColon(line: Uint8Array, start: number): number | undefined {
  const colon = afterBlanks(line, start);
  return line[colon] === 0x3a ? afterBlanks(line, colon + 1) : undefined;
}

function afterBlanks(line: Uint8Array, start: number): number {
  let at = start;
  while (line[at] === 0x20 || line[at] === 0x09) at++;
  return at;
}

const idAt = (line: Uint8Array, start: number): string | undefined =>
  line[start] === quote && line[start + idBytes + 1] === quote
    ? buffer(line).toString('latin1', start + 1, start + 1 + idBytes)
    : undefined;
