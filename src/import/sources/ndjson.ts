import { statSync } from 'node:fs';
import { SetupError } from '../../errors';
import { rightsOfMirror, rightsOfRecords, type SourceRights } from '../../records/provenance/sources';
import type { Position, Source, SourceItem, SourceProgress } from '../source';
import { type Line, LineSplitter, longestLineBytes, type PlainBytes } from '../streams';
import { openJsonLines } from './recognize';
import { rawOf, totalOf } from './shared/records';

/** Source name under which values are remembered. */
const source = 'ndjson';

/** Version of the export format (docs/records.md). */
const knownFormatVersion = 1;

/** Records nest about six levels deep; deeper input is hostile. */
const deepestLevel = 64;

/** Position in the files, sufficient to resume. */
interface FilePosition extends Position {
  /** File index from 0. */
  readonly file: number;
  /** Lines and bytes read before. */
  readonly lines: number;
  readonly offset: number;
  readonly records: number;
  readonly declared: number | null;
  /** Whether the file is an export of changes. */
  readonly isOfChanges: boolean;
}

/** Records of JSON Lines files, "-" being standard input: exports or hand-written files. */
export function ndjsonSource(files: readonly string[]): NdjsonSource {
  return new NdjsonSource(files);
}

export class NdjsonSource implements Source {
  #rights = rightsOfRecords;
  #documents = 0;
  #finishedBytes = 0;
  #open: PlainBytes | undefined;
  readonly #totalBytes: number | undefined;
  #exportSequence: number | undefined;

  constructor(private readonly files: readonly string[]) {
    this.#totalBytes = totalOf(files.map(sizeOf));
  }

  /** An export of changes brings a copy to the state of its catalog, as a mirror does. */
  get rights(): SourceRights {
    return this.#rights;
  }

  get progress(): SourceProgress {
    return {
      documents: this.#documents,
      bytes: this.#finishedBytes + (this.#open?.bytesRead() ?? 0),
      totalBytes: this.#totalBytes,
      skippedByLicence: 0,
      warnings: [],
      // A file says nothing about records of other files.
      whole: [],
    };
  }

  /** Known after the first line: the sequence, if the only file is a full export. */
  get exportSequence(): number | undefined {
    return this.#exportSequence;
  }

  async *items(_: unknown, from: Position | undefined): AsyncGenerator<SourceItem> {
    const start = from as FilePosition | undefined;
    for (const [index, file] of this.files.entries()) {
      if (start && index < start.file) this.#finishedBytes += sizeOf(file) ?? 0;
      else yield* this.#read(file, index === start?.file ? start : beginning(index));
    }
  }

  async *#read(file: string, start: FilePosition): AsyncGenerator<SourceItem> {
    const open = await openJsonLines(file, start.offset, 'ndjson');
    this.#open = open;
    const name = file === '-' ? 'standard input' : file;
    const splitter = new LineSplitter(start.lines + 1, start.offset);
    let position = start;
    this.#rights = start.isOfChanges ? rightsOfMirror : rightsOfRecords;
    for await (const line of linesOf(open, splitter)) {
      position = { ...position, lines: line.number, offset: line.offset + line.length };
      const read = readLine(line);
      if (read === undefined) continue;
      if (isHeader(read) && position.records === 0) {
        position = { ...position, ...this.#readHeader(name, read.value as Header) };
        if (position.isOfChanges) this.#rights = rightsOfMirror;
        continue;
      }
      this.#documents++;
      if ('value' in read) position = { ...position, records: position.records + 1 };
      yield itemOf(name, line, read, position);
    }
    this.#finishedBytes += open.bytesRead();
    this.#open = undefined;
    if (position.declared !== null && position.declared !== position.records)
      throw new SetupError(
        `${name} is incomplete: its header announces ${position.declared} records, but it contains ${position.records}.`,
      );
  }

  #readHeader(name: string, { attributes }: Header): Pick<FilePosition, 'declared' | 'isOfChanges'> {
    const { format_version: version, sequence, counts, since } = attributes;
    if (typeof version !== 'number' || version > knownFormatVersion)
      throw new SetupError(
        `${name} has export format version ${version}. This version of leitmotif supports up to ${knownFormatVersion}. Use a newer version.`,
      );
    if (!Number.isSafeInteger(sequence) || (sequence as number) < 0)
      throw new SetupError(`${name} has the sequence ${JSON.stringify(sequence)} in its header. It must be a whole number of 0 or more.`);
    const isWhole = since === undefined || since === null;
    if (isWhole && this.files.length === 1) this.#exportSequence = sequence as number;
    const declared = counts === undefined ? null : Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0);
    return { declared, isOfChanges: !isWhole };
  }
}

interface Header {
  readonly type: 'Export';
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A parsed line, or its error. */
type ReadLine = { readonly value: unknown; readonly text: string } | { readonly reason: string; readonly raw: string };

/** File size; unknown for pipes. */
function sizeOf(file: string): number | undefined {
  const status = file === '-' ? undefined : statSync(file, { throwIfNoEntry: false });
  return status?.isFile() ? status.size : undefined;
}

const beginning = (file: number): FilePosition => ({ file, lines: 0, offset: 0, records: 0, declared: null, isOfChanges: false });

function isHeader(read: ReadLine): read is { readonly value: Header; readonly text: string } {
  if (!('value' in read)) return false;
  const { type, attributes } = (read.value ?? {}) as Partial<Header>;
  return type === 'Export' && typeof attributes === 'object' && attributes !== null;
}

async function* linesOf({ chunks }: PlainBytes, splitter: LineSplitter): AsyncGenerator<Line> {
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

const strict = new TextDecoder('utf-8', { fatal: true });

/** JSON escape of NUL; a backslash may itself be escaped. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/;

/** Parses a line, ignoring a byte order mark; `undefined` if blank. */
function readLine({ bytes, tooLong }: Line): ReadLine | undefined {
  if (tooLong) return refused(bytes, `The line is longer than ${longestLineBytes / 1024 / 1024} MB.`);
  let text: string;
  try {
    text = strict.decode(bytes).trim();
  } catch {
    return refused(bytes, 'The line is not UTF-8.');
  }
  if (text === '') return undefined;
  if (text.includes('u0000') && nul.test(text)) return refused(bytes, 'The line has a character U+0000, which no text has.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(bytes, 'The line is not JSON.');
  }
  if (mayBeDeep(text) && isTooDeep(value, deepestLevel)) return refused(bytes, `The line is nested more than ${deepestLevel} levels deep.`);
  return { value, text };
}

/** Whether the text has enough brackets to nest too deeply; quicker than walking the value. */
function mayBeDeep(text: string): boolean {
  opening.lastIndex = 0;
  for (let brackets = 0; brackets <= deepestLevel; brackets++) if (!opening.test(text)) return false;
  return true;
}

const opening = /[{[]/g;

const refused = (bytes: Uint8Array, reason: string): ReadLine => ({ reason, raw: rawOf(bytes) });

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}

function itemOf(file: string, { number, offset }: Line, read: ReadLine, position: FilePosition): SourceItem {
  const place = { source, file, line: number, offset, position };
  if ('value' in read) return { ...place, records: [{ record: read.value, mode: 'whole', text: read.text }] };
  return { ...place, records: [], rejected: read };
}
