import { SetupError } from '../../../errors';
import { Head, type Line, LineSplitter, longestLineBytes, openPlain, type PlainBytes } from '../../streams';
import type { FileSource } from '../recognize';
import { withoutArraySyntax } from '../wikidata/lines';

export const fileNouns: Readonly<Record<FileSource, string>> = {
  musicbrainz: 'a MusicBrainz dump',
  discogs: 'a Discogs dump',
  wikidata: 'a Wikidata file',
  ndjson: 'a file of records',
};

/** Lines of which one has to be JSON in a file of records or items. */
const linesTried = 20;

/** More than a line may have, so that a line is never cut to one without JSON. */
const mostHeadBytes = 2 * longestLineBytes;

/** Whether none of a file's first lines is JSON. Empty files, and those with too long lines, are left to their import. */
export async function isWithoutJson(file: string): Promise<boolean> {
  const plain = openPlain(file);
  try {
    return await startsWithoutJson(new Head(plain, mostHeadBytes));
  } finally {
    await plain.chunks.return(undefined);
  }
}

/** Opens a file of JSON lines from an offset. @throws {SetupError} for standard input without JSON; files are checked before */
export async function openJsonLines(file: string, from: number, source: 'ndjson' | 'wikidata'): Promise<PlainBytes> {
  if (file !== '-') return openPlain(file, { from });
  const head = new Head(openPlain(file), mostHeadBytes);
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
