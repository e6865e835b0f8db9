import { demo, vocabularies } from '../../seed';
import { SetupError } from '../errors';
import type { Kinds } from '../kinds';
import { rightsOfRecords } from '../records/provenance/sources';
import { type Outcome, refusalOf } from '../records/write/record';
import { RecordWriter } from '../records/write/writer';
import type { Store } from '../store/database/store';

/** Puts the vocabularies in: the roles of artists, the types of packaging. What is there stays as it is. */
export const seedVocabularies = (store: Store): Promise<ImportReport> => importRecords(store, ndjson(vocabularies));

export const seedDemo = (store: Store): Promise<ImportReport> => importRecords(store, ndjson(demo));

export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly value: unknown;
}

export type ImportReport = Readonly<Record<Exclude<Outcome, 'waiting'>, number>>;

/** Small enough that a user's write in between never waits long, large enough that the commit costs little. */
const recordsPerTransaction = 1_000;

/** What seeds are remembered under, and what else comes from this program itself. */
const sourceName = 'seed';

/**
 * Writes the records of a source that has to be right: in batches of one transaction each, to the first that cannot be
 * taken. Records may come before those that they point to.
 * @throws {SetupError} that names file and line
 */
export async function importRecords(store: Store, source: AsyncIterable<SourceLine>, kinds?: Kinds): Promise<ImportReport> {
  const report: Record<Outcome, number> = { added: 0, changed: 0, unchanged: 0, kept: 0, waiting: 0 };
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
    // What earlier batches left waiting is not to be taken later, when it happens to fit.
    writer.forget();
    await store.write(() => writer.dropWaiting(sourceName));
    throw error;
  } finally {
    writer.close();
  }
}

function writeBatch(writer: RecordWriter, batch: readonly SourceLine[], report: Record<Outcome, number>): void {
  writer.begin();
  writer.introduce(sourceName, rightsOfRecords);
  for (const { file, line, value } of batch) {
    try {
      report[writer.write({ record: value, mode: 'whole' }, { source: sourceName, file, line, offset: 0 })]++;
    } catch (error) {
      const reason = refusalOf(error);
      throw reason === undefined ? error : refusal(file, line, reason);
    }
  }
  for (const { outcome } of writer.takeArrived()) report[outcome]++;
  const [refused] = writer.takeRefused();
  if (refused) throw refusal(refused.place.file, refused.place.line, refused.reason);
}

/** A reference that never came is a fault of what should be right. */
function requireResolved(writer: RecordWriter): void {
  const [unresolved] = writer.unresolved(sourceName);
  if (unresolved) throw refusal(unresolved.place.file, unresolved.place.line, unresolved.reason);
}

const refusal = (file: string, line: number, reason: string): SetupError => new SetupError(`${file}, line ${line}: ${reason}`);

export interface RecordFile {
  readonly name: string;
  readonly path: string;
}

/** The records of files of JSON lines, in order. Throws a {@link SetupError} that names the line which is not JSON. */
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
