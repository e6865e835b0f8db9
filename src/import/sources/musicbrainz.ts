import { noRights } from '../../records/provenance/sources';
import { flush, type KnownRecords, type Position, type Source, type SourceItem, type SourceProgress } from '../source';
import type { Line } from '../streams';
import { type MusicBrainzContext, newContext } from './musicbrainz/context';
import { documentLines, type LinePosition } from './musicbrainz/document-lines';
import { type DumpEntity, type DumpInput, entities, readInput, type UnwantedEntry } from './musicbrainz/dump-files';
import { passes, readLine, Warnings } from './musicbrainz/read-line';
import { totalOf } from './shared/records';

export interface MusicBrainzOptions {
  /** Annotations and ratings, which are CC BY-NC-SA. */
  readonly includeNoncommercial: boolean;
  /** The files are full dumps: missing records are gone. */
  readonly complete?: boolean | undefined;
}

/** Pending notes that trigger a write. */
const mostFreshNotes = 5_000;

/**
 * Film music from MusicBrainz JSON dumps: any files, in any order, as archives, compressed or plain lines. Kinds are read in
 * dependency order: areas, release groups (which know the films), releases (which refer to artists, labels and works), and of
 * the latter only what is referred to. Completeness must be stated, since hourly updates look like full dumps.
 */
export const musicbrainz = (files: readonly string[], options: MusicBrainzOptions): Source => new MusicBrainz(files, options);

class MusicBrainz implements Source {
  readonly rights = noRights;
  readonly #warnings = new Warnings();
  #documents = 0;
  #skippedByLicence = 0;
  /** Documents of other types since the last item. */
  #leftOut = 0;
  /** Bytes of files finished so far, earlier runs included. */
  #bytesBefore = 0;
  #bytesOfFile: () => number = () => 0;
  #totalBytes: number | undefined;
  #whole: readonly string[] = [];

  constructor(
    private readonly files: readonly string[],
    private readonly options: MusicBrainzOptions,
  ) {}

  get progress(): SourceProgress {
    return {
      documents: this.#documents,
      bytes: this.#bytesBefore + this.#bytesOfFile(),
      totalBytes: this.#totalBytes,
      skippedByLicence: this.#skippedByLicence,
      warnings: this.#warnings.lines(),
      whole: this.#whole,
    };
  }

  async *items(known: KnownRecords, from: Position | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const inputs = await this.#inputs();
    this.#totalBytes = totalOf(inputs.map(({ totalBytes }) => totalBytes));
    if (this.options.complete) this.#whole = [...new Set(inputs.map(({ entity }) => sourceOf(entity)))];
    const first = inputs.findIndex(({ file, entity }) => file === from?.file && entity === from.entity);
    const context = newContext(known);
    for (const [index, input] of inputs.entries()) {
      if (index < first) this.#bytesBefore += input.totalBytes ?? 0;
      else yield* this.#pass(input, context, index === first && from ? linePositionOf(from) : undefined);
      if (index < first || inputs[index + 1]?.entity === input.entity) continue;
      yield flush;
      context.notes.forget();
    }
  }

  /** Inputs in pass order; of one kind, in the given order. */
  async #inputs(): Promise<DumpInput[]> {
    const found: (DumpInput | UnwantedEntry)[] = [];
    for (const file of new Set(this.files)) found.push(await readInput(file));
    for (const input of found)
      if (!('entity' in input)) this.#warnings.add(`${input.file}: ${input.member} is not supported and was ignored.`);
    const inputs = found.filter((input) => 'entity' in input);
    this.#warnings.addAbout(inputs);
    const place = (entity: DumpEntity): number => entities.indexOf(entity);
    return inputs.filter(({ entity }) => passes[entity]).toSorted((a, b) => place(a.entity) - place(b.entity));
  }

  async *#pass(input: DumpInput, context: MusicBrainzContext, from: LinePosition | undefined): AsyncGenerator<SourceItem | typeof flush> {
    const plain = input.open(from?.offset ?? 0);
    this.#bytesOfFile = plain.bytesRead;
    let last: { readonly line: Line; readonly end: number } | undefined;
    for await (const part of documentLines(input, plain, from)) {
      if ('name' in part) {
        this.#warnings.addMember(input.file, part);
        continue;
      }
      for (const line of part.lines) {
        const item = this.#item(input, line, part.end, context);
        last = item ? undefined : { line, end: part.end };
        if (item) yield this.#counting(input, item);
        if (context.notes.size <= mostFreshNotes) continue;
        yield flush;
        context.notes.forget();
      }
    }
    if (last && this.#leftOut > 0) yield this.#counting(input, { ...placeOf(input, last.line, last.end), records: [] });
    this.#bytesBefore += plain.totalBytes ?? plain.bytesRead();
    this.#bytesOfFile = () => 0;
  }

  /** Documents that are not imported are counted by the next item, or by one at the end of the file. */
  #counting({ entity }: DumpInput, item: SourceItem): SourceItem {
    if (this.#leftOut === 0 || item.rejected) return item;
    const notTaken = { ...item.notTaken, [`${entity.replace('-', ' ')}s of other types`]: this.#leftOut };
    this.#leftOut = 0;
    return { ...item, notTaken };
  }

  #item(input: DumpInput, line: Line, end: number, context: MusicBrainzContext): SourceItem | undefined {
    const result = readLine(input.entity, line, context, this.#warnings);
    if (result !== 'blank') this.#documents++;
    if (result === undefined && selectedByType.has(input.entity)) this.#leftOut++;
    if (result === 'blank' || result === undefined) return undefined;
    const place = placeOf(input, line, end);
    if ('reason' in result) return { ...place, records: [], rejected: result };
    if ('deferred' in result) return { ...place, records: [], ...result };
    const { licensed = [], ...item } = result;
    if (this.options.includeNoncommercial) return { ...place, ...item, licensed };
    this.#skippedByLicence += licensed.length;
    return { ...place, ...item };
  }
}

/** Others are imported if something refers to them. */
const selectedByType: ReadonlySet<DumpEntity> = new Set(['release-group', 'release']);

const placeOf = ({ file, entity }: DumpInput, line: Line, end: number) => ({
  source: sourceOf(entity),
  file,
  line: line.number,
  offset: line.offset,
  position: { file, entity, offset: line.offset + line.length, line: line.number + 1, end },
});

const sourceOf = (entity: DumpEntity): string => `musicbrainz/${entity}`;

const linePositionOf = ({ offset, line, end }: Position): LinePosition => ({
  offset: Number(offset),
  line: Number(line),
  end: Number(end),
});
