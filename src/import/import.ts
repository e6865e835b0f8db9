import type { Store } from '../database/open';
import { SetupError } from '../errors';
import { type Outcome, RecordError, readRecord } from './record';
import { RecordWriter } from './write';

/** A line of a source and where it stands. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
  readonly value: unknown;
}

export type ImportReport = Readonly<Record<Outcome, number>>;

/** Small enough that a user's write in between never waits long, large enough that the commit costs little. */
const recordsPerTransaction = 1_000;

/** Writes the records of a source, in batches of one transaction each. Throws at the first that cannot be taken. */
export async function importRecords(store: Store, source: AsyncIterable<SourceLine>): Promise<ImportReport> {
  const report: Record<Outcome, number> = { added: 0, changed: 0, unchanged: 0 };
  const writer = new RecordWriter(store);
  try {
    let batch: SourceLine[] = [];
    for await (const line of source) {
      batch.push(line);
      if (batch.length < recordsPerTransaction) continue;
      writeBatch(store, writer, batch, report);
      batch = [];
    }
    writeBatch(store, writer, batch, report);
    return report;
  } finally {
    writer.close();
  }
}

function writeBatch(store: Store, writer: RecordWriter, batch: readonly SourceLine[], report: Record<Outcome, number>): void {
  if (batch.length === 0) return;
  store.write(() => {
    for (const { file, line, value } of batch) {
      try {
        report[writer.write(readRecord(value))]++;
      } catch (error) {
        if (error instanceof RecordError || isConstraint(error)) throw new SetupError(`${file}, line ${line}: ${(error as Error).message}`);
        throw error;
      }
    }
  });
}

/** What the schema itself refuses. */
const isConstraint = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT');
