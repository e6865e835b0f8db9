import { SetupError } from '../../errors';
import { pluralize } from '../../pluralize';
import { noRights } from '../../records/provenance/sources';
import { flush, type KnownRecords, type Position, type Source, type SourceItem, type SourceProgress } from '../source';
import { dumps, type RecognizedFile, recognizeFile } from './discogs/dumps';
import { ElementSplitter, type FoundElement } from './discogs/elements';
import { readElement } from './discogs/read-element';
import { DiscogsReferences } from './discogs/records';
import { totalOf } from './shared/records';

export interface DiscogsOptions {
  /** The files are full dumps, whatever their names: missing records are gone. */
  readonly complete?: boolean | undefined;
}

/**
 * Monthly Discogs dumps (CC0): `releases.xml`, `masters.xml`, `artists.xml` and `labels.xml`, compressed or not, in any order.
 * Film music and musicals are selected by genre and style; artists and labels if the catalog refers to them.
 */
export function discogs(files: readonly string[], { complete = false }: DiscogsOptions = {}): Source {
  const progress = new Progress();
  return { rights: noRights, progress, items: (known, from) => readFiles(files, complete, progress, known, from) };
}

class Progress implements SourceProgress {
  documents = 0;
  totalBytes: number | undefined;
  readonly skippedByLicence = 0;
  whole: readonly string[] = [];
  readonly unread = new Map<string, number>();
  bytesOf: (() => number)[] = [];

  get bytes(): number {
    return this.bytesOf.reduce((sum, read) => sum + read(), 0);
  }

  get warnings(): readonly string[] {
    return [...this.unread].map(([name, count]) => `${name} is unknown and was ignored (${pluralize(count, 'time')}).`);
  }
}

async function* readFiles(
  files: readonly string[],
  complete: boolean,
  progress: Progress,
  known: KnownRecords,
  from: Position | undefined,
): AsyncGenerator<SourceItem | typeof flush> {
  const recognized = await Promise.all(files.map(recognizeFile));
  const ordered = dumps.flatMap((dump) => recognized.filter((file) => file.dump === dump));
  progress.totalBytes = totalOf(ordered.map((file) => file.totalBytes));
  const filesOf = (dump: (typeof dumps)[number]) => ordered.filter((file) => file.dump === dump);
  progress.whole = dumps.filter((dump) => isWhole(filesOf(dump), complete)).map(({ name }) => `discogs/${name}`);
  const references = new DiscogsReferences(known);
  const first = Number(from?.file ?? 0);
  for (const [index, file] of ordered.entries()) {
    if (index < first) {
      progress.bytesOf.push(() => file.totalBytes ?? 0);
      continue;
    }
    const start = index === first && from ? { offset: Number(from.offset), number: Number(from.number) } : { offset: 0, number: 0 };
    yield* readFile(file, index, start, progress, references);
    // The next file queries the catalog for records of this one.
    if (ordered[index + 1]?.dump !== file.dump) yield flush;
  }
}

/** A file with a monthly dump's name is whole. Masters are imported in part, so none is ever flagged as gone. */
const isWhole = (files: readonly RecognizedFile[], isDeclared: boolean): boolean =>
  files.length > 0 &&
  files.every(
    ({ file, dump, hasRoot }) =>
      hasRoot && dump.name !== 'masters' && (isDeclared || /(^|[\\/])discogs_\d{8}_(releases|artists|labels)\.xml(\.\w+)?$/.test(file)),
  );

async function* readFile(
  file: RecognizedFile,
  index: number,
  start: { readonly offset: number; readonly number: number },
  progress: Progress,
  references: DiscogsReferences,
): AsyncGenerator<SourceItem> {
  const { chunks, bytesRead } = file.open(start.offset);
  progress.bytesOf.push(bytesRead);
  const splitter = new ElementSplitter(file.dump.tag, file.dump.wanted(references.known), start, file.dump.nestedIn);
  const documentsBefore = progress.documents - start.number;
  const { leftOut } = file.dump;
  /** Elements found, and those left out that an item before has counted. */
  let [found, counted] = [start.number, 0];
  /** Elements without the genre are never decoded: the next item counts them, or one at the end of the file. */
  const counting = (item: SourceItem): SourceItem => {
    const skipped = splitter.count - found - counted;
    if (leftOut === undefined || skipped === 0 || item.rejected) return item;
    counted += skipped;
    return { ...item, notTaken: { ...item.notTaken, [leftOut]: (item.notTaken?.[leftOut] ?? 0) + skipped } };
  };
  const itemsOf = function* (elements: Iterable<FoundElement>): Generator<SourceItem> {
    for (const element of elements) {
      progress.documents = documentsBefore + element.number;
      found++;
      for (const item of readElement(element, file, index, references, progress.unread)) yield counting(item);
    }
    progress.documents = documentsBefore + splitter.count;
  };
  const itemsOfEnd = function* (): Generator<SourceItem> {
    yield* itemsOf(splitter.finish());
    const { passed: offset, count: number } = splitter;
    const place = { source: `discogs/${file.dump.name}`, file: file.file, line: number, offset };
    const last = counting({ ...place, position: { file: index, offset, number }, records: [] });
    if (last.notTaken) yield last;
  };
  try {
    for await (const chunk of chunks) yield* itemsOf(splitter.push(chunk));
  } catch (fault) {
    // Complete elements before the damage are still imported.
    yield* itemsOfEnd();
    throw fault;
  }
  yield* itemsOfEnd();
  if (file.hasRoot && !splitter.hasEnded) {
    throw new SetupError(`${file.file} is incomplete: it ends at byte ${splitter.end}, before the end of its <${file.dump.name}>.`);
  }
}
