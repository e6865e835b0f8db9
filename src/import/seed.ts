import { demo, vocabularies } from '../../seed';
import { SetupError } from '../errors';
import type { Kinds } from '../kinds';
import { rightsOfRecords } from '../records/provenance/sources';
import { RecordWriter } from '../records/sources/writer';
import { refusalOf, type WriteOutcome } from '../records/write/record';
import type { Store } from '../store/database/store';

/** Imports the vocabularies (artist roles and packaging types), keeping existing records. */
export const seedVocabularies = (store: Store): Promise<SeedReport> => importRecords(store, ndjson(vocabularies));

export const seedDemo = (store: Store): Promise<SeedReport> => importRecords(store, ndjson(demo));

export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly value: unknown;
}

export type SeedReport = Readonly<Record<Exclude<WriteOutcome, 'waiting'>, number>>;

/** Small enough not to delay users' writes, large enough for cheap commits. */
const recordsPerTransaction = 1_000;

/** Source name of built-in data. */
const sourceName = 'seed';

/**
 * Imports a trusted source in transactions, up to the first refused record. Records may precede those they refer to.
 * @throws {SetupError} with file and line
 */
export async function importRecords(store: Store, source: AsyncIterable<SourceLine>, kinds?: Kinds): Promise<SeedReport> {
  const report: Record<WriteOutcome, number> = { added: 0, changed: 0, unchanged: 0, kept: 0, waiting: 0 };
  const writer = new RecordWriter(store, kinds);
  try {
    let batch: SourceLine[] = [];
    for await (const line of source) {
      batch.push(line);
      if (batch.length < recordsPerTransaction) continue;
      await store.write(() => writeBatch(writer, batch, report));
      batch = [];
    }
    await store.write(() => {
      writeBatch(writer, batch, report);
      requireResolved(writer);
    });
    const { waiting: _, ...outcomes } = report;
    return outcomes;
  } catch (error) {
    // Deferred references of earlier batches must not be resolved later by chance.
    writer.forget();
    await store.write(() => writer.dropDeferred(sourceName));
    throw error;
  } finally {
    writer.close();
  }
}

function writeBatch(writer: RecordWriter, batch: readonly SourceLine[], report: Record<WriteOutcome, number>): void {
  writer.begin();
  writer.declareRights(sourceName, rightsOfRecords);
  for (const { file, line, value } of batch) {
    try {
      report[writer.write({ record: value, mode: 'whole' }, { source: sourceName, file, line, offset: 0 })]++;
    } catch (error) {
      const reason = refusalOf(error);
      throw reason === undefined ? error : refusal(file, line, reason);
    }
  }
  for (const { outcome } of writer.takeDeferredOutcomes()) report[outcome]++;
  const [refused] = writer.takeRefused();
  if (refused) throw refusal(refused.place.file, refused.place.line, refused.reason);
}

/** In a trusted source, an unresolved reference is an error. */
function requireResolved(writer: RecordWriter): void {
  const [unresolved] = writer.unresolved(sourceName);
  if (unresolved) throw refusal(unresolved.place.file, unresolved.place.line, unresolved.reason);
}

const refusal = (file: string, line: number, reason: string): SetupError => new SetupError(`${file}, line ${line}: ${reason}`);

export interface RecordFile {
  readonly name: string;
  readonly path: string;
}

/** Records of JSON Lines files, in order. Throws a {@link SetupError} with the line that is not JSON. */
export async function* ndjson(files: readonly RecordFile[]): AsyncGenerator<SourceLine> {
  for (const { name, path } of files) {
    let line = 0;
    for (const text of (await Bun.file(path).text()).split('\n')) {
      line++;
      if (text.trim() === '') continue;
      try {
        yield { file: name, line, value: JSON.parse(text) };
      } catch {
        throw new SetupError(`${name}, line ${line}: not JSON.`);
      }
    }
  }
}
