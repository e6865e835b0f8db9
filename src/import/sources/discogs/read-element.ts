import type { Known, Replayer, SourceItem } from '../../source';
import { NotTaken, rawOf } from '../shared/values';
import { type Dump, dumps, ownIdOf, type RecognizedFile } from './dumps';
import type { FoundElement } from './elements';
import { countNotTaken, type Given, isKnownChild } from './fields';
import { References } from './references';
import { parseElement, type Value } from './xml';

/** What an element was read from, and where the reading goes on. */
type Place = Pick<SourceItem, 'source' | 'file' | 'line' | 'offset' | 'position'>;

/**
 * The items of an element. One of a dump that others name is as many documents as there are records of it: those that
 * something names by now are read, and the others parked. Names of children that nobody knows are counted in `unread`.
 */
export function* readElement(
  element: FoundElement,
  { file, dump }: RecognizedFile,
  index: number,
  references: References,
  unread: Map<string, number>,
): Generator<SourceItem> {
  const { number, offset, end, bytes, fault } = element;
  const place = { source: `discogs/${dump.name}`, file, line: number, offset, position: { file: index, offset: end, number } };
  if (fault !== undefined) {
    yield { ...place, records: [], rejected: { reason: fault, raw: rawOf(bytes) } };
    return;
  }
  const documents = documentsOf(bytes, dump);
  let isCounted = false;
  for (const [at, document] of documents.entries()) {
    // Only behind the last is the element passed.
    const here = at === documents.length - 1 ? place : { ...place, position: { file: index, offset, number: number - 1 } };
    const item =
      document !== undefined && dump.isNamed?.(document, references.known) === false
        ? parked(here, document, bytes, references)
        : read(here, document, bytes, dump, references, unread);
    if (item !== undefined) yield isCounted ? { ...item, notTaken: undefined } : item;
    isCounted ||= item?.notTaken !== undefined;
  }
}

/** The documents that an element is; none of a name, where it is read whatever the catalog has. */
function documentsOf(bytes: Uint8Array, { documentsOf: documents }: Dump): readonly (string | undefined)[] {
  const id = documents && ownIdOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  return id === undefined || documents === undefined ? [undefined] : documents(id);
}

function parked(place: Place, document: string, bytes: Uint8Array, { known }: References): SourceItem | undefined {
  return known.mayPark?.(place.source) ? { ...place, records: [], document, parked: { bytes: new Uint8Array(bytes) } } : undefined;
}

/** The item of a document; `undefined` where nothing comes of it. */
function read(
  place: Place,
  document: string | undefined,
  bytes: Uint8Array,
  dump: Dump,
  references: References,
  unread: Map<string, number>,
): SourceItem | undefined {
  try {
    const made = recordsOf(bytes, dump, document, references, unread);
    return made && { ...place, ...made, document };
  } catch (error) {
    // Whatever a record is made of, it does not end the run.
    references.forget();
    return { ...place, records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
  }
}

/**
 * What comes of the bytes of an element, as far as it is of a document; `undefined` for nothing.
 * @throws {RecordError} for one that cannot be read
 */
export function recordsOf(
  bytes: Uint8Array,
  dump: Dump,
  document: string | undefined,
  references: References,
  unread?: Map<string, number>,
): (Given & Pick<SourceItem, 'notTaken'>) | undefined {
  const notTaken = new NotTaken();
  const value = parseElement(bytes, dump.tag, notTaken);
  if (!dump.isKept(value)) return undefined;
  if (unread) noteUnread(value, dump, unread);
  countNotTaken(value, dump.name, notTaken);
  const given: Given = { records: [], notes: [] };
  dump.read(value, references, given, notTaken, document);
  return given.records.length === 0 ? undefined : { ...given, notTaken: notTaken.counts };
}

function noteUnread(value: Value, { name: dump, tag }: Dump, unread: Map<string, number>): void {
  for (const name of Object.keys(value)) {
    if (name.startsWith('@') || name.startsWith('#') || isKnownChild(dump, name) || unread.size >= mostWarnings) continue;
    const told = `<${name.slice(0, 60)}> of <${tag}>`;
    unread.set(told, (unread.get(told) ?? 0) + 1);
  }
}

const mostWarnings = 20;

/** Reads elements that were parked. */
export function discogsReplayer(known: Known): Replayer {
  const references = new References(known);
  return {
    isNamed: (source, name) => dumpOf(source).isNamed?.(name, known) ?? false,
    read(source, { names, bytes }) {
      try {
        return recordsOf(bytes, dumpOf(source), names[0], references);
      } catch (error) {
        references.forget();
        return { records: [], rejected: { reason: (error as Error).message, raw: rawOf(bytes) } };
      }
    },
  };
}

const dumpOf = (source: string): Dump => dumps.find(({ name }) => source === `discogs/${name}`) as Dump;
