import { SetupError } from '../../../errors';
import type { Known, Replayer, SourceItem } from '../../source';
import { type Line, longestLineBytes } from '../../streams';
import { NotTaken, rawOf } from '../shared/values';
import { type Context, newContext, Warnings } from './context';
import { topLevelId } from './document-lines';
import type { Entity } from './dump-files';
import { DocumentError, idOf, isObject, type Json } from './json';
import { type Pass, passes } from './passes';
import type { Made } from './records';

/** A line that cannot be taken. */
export interface Rejected {
  readonly reason: string;
  readonly raw: string;
}

/** A document that nothing names yet, and that is to be kept until something does. */
export interface Parked {
  readonly document: string;
  readonly parked: NonNullable<SourceItem['parked']>;
}

/** What comes of a line; `undefined` where it is not wanted, "blank" where there is none. */
export function readLine(entity: Entity, line: Line, context: Context, warnings: Warnings): Made | Rejected | Parked | 'blank' | undefined {
  const pass = passes[entity];
  if (pass === undefined) return undefined;
  if (line.tooLong) return rejected(line, `It has ${line.length} bytes; the longest that is read has ${longestLineBytes}.`);
  if (isBlank(line.bytes)) return 'blank';
  if (!isWorthParsing(pass, line.bytes, context)) return parkedLine(entity, pass, line.bytes, context);
  try {
    const document = parse(line.bytes);
    const id = idOf(document);
    if (pass.wants && !pass.mayWant && id !== undefined && !pass.wants(id, context)) return parkedLine(entity, pass, line.bytes, context);
    context.notTaken = new NotTaken();
    const made = pass.map(document, context);
    if (made === undefined) return parkedLine(entity, pass, line.bytes, context);
    warnings.addKeys(entity, document, pass.keys);
    const taken = { ...made, records: context.givenBefore.fresh(entity, made.records), notTaken: context.notTaken.counts };
    return pass.wants ? { ...taken, document: id } : taken;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    return rejected(line, reasonOf(error));
  }
}

/** Documents of kinds that others name are kept until one does, as far as there is room. */
function parkedLine(entity: Entity, { wants }: Pass, line: Uint8Array, { known }: Context): Parked | undefined {
  if (wants === undefined || !known.mayPark?.(`musicbrainz/${entity}`)) return undefined;
  const document = topLevelId(line);
  return document === undefined ? undefined : { document, parked: { bytes: new Uint8Array(line) } };
}

/** A line whose id cannot be found without parsing is parsed. */
function isWorthParsing({ mayWant, wants }: Pass, line: Uint8Array, context: Context): boolean {
  if (mayWant?.(line) || (!mayWant && !wants)) return true;
  if (wants === undefined) return false;
  const id = topLevelId(line);
  return id === undefined || wants(id, context);
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new DocumentError('It is not UTF-8.');
  }
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new DocumentError('It is no JSON object.');
  return value;
}

function reasonOf(error: unknown): string {
  if (error instanceof DocumentError) return error.message;
  if (error instanceof SyntaxError) return `It is not JSON: ${error.message}.`;
  if (error instanceof RangeError) return 'It is nested too deeply.';
  return `It cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
}

const rejected = ({ bytes }: Line, reason: string): Rejected => ({
  reason,
  raw: rawOf(bytes),
});

/** Of blanks alone; a line of the dumps is seen to be none at its first byte. */
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

/** Reads lines that were parked. Annotations and ratings are left out: whoever wants them asks with each import. */
export function musicbrainzReplayer(known: Known): Replayer {
  const context = newContext(known);
  return {
    isNamed: (source, name) => passes[entityOf(source)]?.wants?.(name, context) ?? false,
    read(source, { bytes, line, offset }) {
      const made = readLine(
        entityOf(source),
        { bytes, number: line, offset, length: bytes.length, tooLong: false },
        context,
        new Warnings(),
      );
      if (made === undefined || made === 'blank' || 'parked' in made) return undefined;
      return 'reason' in made
        ? { records: [], rejected: made }
        : { records: made.records, ...(made.notes && { notes: made.notes }), notTaken: made.notTaken };
    },
  };
}

const entityOf = (source: string): Entity => source.slice(source.indexOf('/') + 1) as Entity;
