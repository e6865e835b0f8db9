import { type Line, LineSplitter, type PlainBytes, TarReader } from '../../streams';
import type { Input } from './dump-files';

/** Where the reading of a file goes on. */
export interface LinePosition {
  /** Bytes before it in the plain content, and the number of the line that begins there. */
  readonly offset: number;
  readonly line: number;
  /** In an archive, where the dump ends; 0 where the file has only lines. */
  readonly end: number;
}

/** Lines that have been read, to be used before more are. */
export interface Lines {
  readonly lines: Iterable<Line>;
  readonly end: number;
}

/** A file of an archive that is not its dump. */
export interface OtherMember {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The lines of a file from a position on, and what else is in the archive after them. */
export function linesOf(input: Input, plain: PlainBytes, from: LinePosition | undefined): AsyncGenerator<Lines | OtherMember> {
  return input.member === undefined ? bareLines(plain, from) : linesInTar(input.file, input.member, plain, from);
}

async function* bareLines({ chunks }: PlainBytes, from: LinePosition | undefined): AsyncGenerator<Lines> {
  const splitter = new LineSplitter(from?.line ?? 1, from?.offset ?? 0);
  for await (const chunk of chunks) yield { lines: splitter.push(chunk), end: 0 };
  yield { lines: splitter.end(), end: 0 };
}

async function* linesInTar(
  file: string,
  member: string,
  { chunks }: PlainBytes,
  from: LinePosition | undefined,
): AsyncGenerator<Lines | OtherMember> {
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
