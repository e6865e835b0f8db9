import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { SetupError } from '../../errors';
import { noRights } from '../../records/provenance/sources';
import { flush, type KnownRecords, type Position, type Source, type SourceItem, type SourceProgress } from '../source';
import { type Line, LineSplitter } from '../streams';
import { productionOfFilm, productionOfGroup } from './musicbrainz/records';
import { openJsonLines } from './recognize';
import { parseFaultOf } from './shared/json';
import { totalOf } from './shared/records';
import type { Entity } from './wikidata/entity';
import { type Read, readElement, rejection, withoutArraySyntax } from './wikidata/lines';
import { deferredOf, mapItem } from './wikidata/map-entity';
import type { WikidataContext } from './wikidata/records';
import { WikidataReferences, wikidataSource } from './wikidata/references';

/** Pending notes that trigger a write. */
const mostFreshNotes = 5_000;

/**
 * Items refer to others in chains: film, composer, city. Files are read again for items referred to after their position, as
 * often as the longest chain requires.
 */
const mostPasses = 3;

type MappedItem = Pick<SourceItem, 'records' | 'rejected' | 'notes' | 'document' | 'deferred' | 'notTaken'>;

/** In files up to this size, purpose-made extracts, unreferenced items are deferred. */
const largestExtractBytes = 256 * 1024 * 1024;

/** About 16 MB, read within 50 ms. */
const chunksAtOnce = 64;

/** Wikidata items (CC0) that the catalog knows, and those they refer to, from files of any form. */
export const wikidata = (files: readonly string[]): Source => new WikidataFiles(files);

interface Place {
  readonly pass: number;
  readonly index: number;
  /** Offset and number of the next line. */
  readonly offset: number;
  readonly line: number;
  /** Items first referred to in this pass. */
  readonly named: number;
}

class WikidataFiles implements Source {
  readonly rights = noRights;
  readonly #sizes: readonly (number | undefined)[];
  #documents = 0;
  #bytesBefore = 0;
  #bytesOfFile: () => number = () => 0;
  #totalBytes: number | undefined;

  constructor(private readonly files: readonly string[]) {
    this.#sizes = files.map((file) => (file !== '-' && statSync(file).isFile() ? statSync(file).size : undefined));
  }

  get progress(): SourceProgress {
    return {
      documents: this.#documents,
      bytes: this.#bytesBefore + this.#bytesOfFile(),
      totalBytes: this.#totalBytes,
      skippedByLicence: 0,
      warnings: [],
      whole: [],
    };
  }

  async *items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const context: WikidataContext = { known, references: new WikidataReferences(known) };
    const start: Place = from ? (from as unknown as Place) : { pass: 0, index: 0, offset: 0, line: 1, named: 0 };
    context.references.newlyNamed = start.named;
    for (let pass = start.pass; pass < mostPasses; pass++) {
      this.#totalBytes = totalOf([this.#totalBytes ?? 0, ...this.#sizes]);
      yield* this.#pass(pass, pass === start.pass ? start : undefined, context);
      // Standard input can be read only once.
      if (context.references.newlyNamed === 0 || this.#sizes.includes(undefined)) return;
      context.references.newlyNamed = 0;
    }
  }

  async *#pass(pass: number, start: Place | undefined, context: WikidataContext): AsyncGenerator<SourceItem | typeof flush> {
    for (const [index, file] of this.files.entries()) {
      if (index < (start?.index ?? 0)) {
        this.#bytesBefore += this.#sizes[index] ?? 0;
        continue;
      }
      const place = index === start?.index ? start : { pass, index, offset: 0, line: 1, named: 0 };
      yield* this.#file(file, place, context);
      yield flush;
      context.references.forget();
    }
  }

  async *#file(file: string, start: Place, context: WikidataContext): AsyncGenerator<SourceItem | typeof flush> {
    const plain = await openJsonLines(file, start.offset, 'wikidata');
    this.#bytesOfFile = plain.bytesRead;
    const splitter = new LineSplitter(start.line, start.offset);
    const read = (lines: Iterable<Line>) => this.#lines(lines, file, start, context);
    let chunks = 0;
    for await (const chunk of plain.chunks) {
      // Hours may pass without a wanted item; yields for signals and progress.
      if (++chunks % chunksAtOnce === 0) await setImmediate();
      yield* read(splitter.push(chunk));
      if (context.references.fresh <= mostFreshNotes) continue;
      yield flush;
      context.references.forget();
    }
    yield* read(splitter.end());
    this.#bytesBefore += plain.totalBytes ?? plain.bytesRead();
    this.#bytesOfFile = () => 0;
  }

  *#lines(lines: Iterable<Line>, file: string, { pass, index }: Place, context: WikidataContext): Generator<SourceItem> {
    for (const line of lines) {
      const bytes = withoutArraySyntax(line);
      if (bytes.length === 0) continue;
      if (pass === 0) this.#documents++;
      if (!line.tooLong && !this.#isExtract(pass) && !isWorthParsing(bytes, context)) continue;
      const items = readElement(bytes, line).flatMap((read) => this.#itemOf(read, bytes, context, pass) ?? []);
      for (const [number, item] of items.entries()) {
        const isLast = number === items.length - 1;
        const next = isLast ? { offset: line.offset + line.length, line: line.number + 1 } : { offset: line.offset, line: line.number };
        const position = { pass, index, ...next, named: context.references.newlyNamed };
        yield { source: wikidataSource, file, line: line.number, offset: line.offset, ...item, position };
      }
    }
  }

  /** Unreferenced items of an extract may be needed later; a full dump is read again instead. */
  #isExtract(pass: number): boolean {
    return pass === 0 && (totalOf(this.#sizes) ?? 0) <= largestExtractBytes;
  }

  /** Records of an item; rejects are reported once, not in every pass. */
  #itemOf(read: Read, bytes: Uint8Array, context: WikidataContext, pass: number): MappedItem | undefined {
    if ('rejected' in read) return pass === 0 ? { records: [], rejected: read.rejected } : undefined;
    try {
      if (pass > 0 && isDone(read.entity, context)) return undefined;
      const mapped = mapItem(read.entity, context);
      if (mapped) return mapped.records.length + mapped.notes.length > 0 ? mapped : undefined;
      const deferred = this.#isExtract(pass) && context.known.mayDefer?.(wikidataSource) ? deferredOf(read.entity) : undefined;
      return deferred && { records: [], document: read.entity.id, deferred };
    } catch (error) {
      if (error instanceof SetupError) throw error;
      context.references.drop();
      return pass === 0 ? { records: [], rejected: rejection(bytes, parseFaultOf(error)) } : undefined;
    }
  }
}

/** Whether an item was imported in an earlier pass and nothing waits for it. */
const isDone = ({ id }: Entity, { references }: WikidataContext): boolean =>
  references.uses(id).length === 0 && (references.relations(id) ?? references.seen(id)) !== undefined;

/** The id of an item appears within these bytes of a dump line. */
const headBytes = 300;

/** Dump lines are uniform: no spaces, and the id precedes the statements. */
const dumpLine = /^\{"(?:type|id|pageid|title)":(?:(?!": |"mainsnak")[\s\S])*?"id":"([QPLM][1-9]\d*)"/;

/** Distance to search for an external id after its property, since references lie in between. */
const valueBytes = 4_000;

/** Whether a line may concern a known item or one referred to. Lines not formatted as in dumps have to be parsed. */
export function isWorthParsing(bytes: Uint8Array, { known, references }: WikidataContext): boolean {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const id = dumpLine.exec(line.toString('latin1', 0, headBytes))?.[1];
  if (id === undefined) return true;
  if (!id.startsWith('Q')) return false;
  return (
    hasPage(
      line,
      (film) => known.knows('Production', productionOfFilm(film)) || known.findByLink('Production', 'imdb', film) !== undefined,
      'tt',
    ) ||
    hasPage(line, (person) => known.findByLink('Artist', 'imdb', person) !== undefined, 'nm') ||
    hasId(line, '"P434":[', (artist) => known.knows('Artist', artist)) ||
    hasId(line, '"P1953":[', (artist) => known.findByLink('Artist', 'discogs', artist) !== undefined) ||
    hasId(line, '"P436":[', (group) => known.knows('Production', productionOfGroup(group))) ||
    line.includes('"P1954":[') ||
    line.includes('"P406":[') ||
    references.isNamed(id) ||
    known.findByLink('Production', 'wikidata', id) !== undefined ||
    known.findByLink('Artist', 'wikidata', id) !== undefined
  );
}

/** Whether a line has a known IMDb page, under any property. */
function hasPage(line: Buffer, isKnown: (id: string) => boolean, prefix: 'tt' | 'nm'): boolean {
  const before = Buffer.from(`"value":"${prefix}`);
  for (let at = line.indexOf(before); at !== -1; at = line.indexOf(before, at + 1)) {
    const start = at + before.length - prefix.length;
    const id = /^\w+/.exec(line.toString('latin1', start, start + 20))?.[0] ?? '';
    if (isKnown(id)) return true;
  }
  return false;
}

/** Whether a line has a known id of a property; true if the id is not where expected. */
function hasId(line: Buffer, property: string, isKnown: (id: string) => boolean): boolean {
  const at = line.indexOf(property);
  if (at === -1) return false;
  const values = [...line.toString('latin1', at, at + valueBytes).matchAll(/"datavalue":\{"value":"([\w-]+)"/g)];
  return values.length === 0 || values.some(([, id]) => isKnown(id as string));
}
