import { hostname } from 'node:os';
import type { RunSource } from '../../accounts/imports/resource';
import { DomainError, forbidden } from '../../errors';
import type { Store } from '../../store/database/store';
import { now } from '../../store/values/dates';
import { isChildOfServer, mayImport, runVariable } from '../requested/child';
import { noCounts, type RunCounts, type RunEnding, type RunReport, sumOfRuns } from './progress';
import type { Reject } from './rejects';

export interface RunName {
  readonly source: RunSource;
  readonly inputs: readonly string[];
}

type State = 'running' | 'done' | 'failed' | 'interrupted';

/** Frequent enough to watch and cheap. Written with a batch, never alone. */
const writeEveryMilliseconds = 1_000;

/** Interval of heartbeats while a run reads without writing or waits for a server. */
const heartbeatMilliseconds = 60_000;

/** Runs kept: a week of hourly mirroring. */
const maximumRuns = 200;

/** Enough rejects to show the problem; the reject file has all. */
const maximumRejects = 20;

/** Progress of a run in the table of runs, from which a server reports it. */
export class RunJournal {
  readonly #id = process.env[runVariable] ?? Bun.randomUUIDv7();
  readonly #startedAt = now();
  readonly #rejects: { file: string; line: number; offset: number; reason: string }[] = [];
  readonly #timer: Timer;
  #before = noCounts();
  #counts = noCounts();
  #bytes: { readonly bytes: number; readonly totalBytes: number | undefined } = { bytes: 0, totalBytes: undefined };
  #state: State = 'running';
  #message: string | null = null;
  #finishedAt: string | null = null;
  #ended: object = {};
  #writtenAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: Store,
    private readonly name: RunName,
  ) {
    this.#tryToWrite();
    this.#timer = setInterval(() => this.#tryToWrite(), heartbeatMilliseconds);
    this.#timer.unref();
  }

  /**
   * Checked in each transaction of a run that the server started.
   * @throws {DomainError} forbidden, once the administrator who requested it may not import any more
   */
  requireRights(): void {
    if (!isChildOfServer()) return;
    const refused = `SELECT 1 FROM import_run WHERE id = :id AND request IS NOT NULL AND NOT ${mayImport}`;
    if (this.store.writer.get<object>(refused, { id: this.#id })) throw forbidden('import_not_allowed');
  }

  /** Records progress, in the transaction of a batch. */
  note(
    counts: RunCounts,
    { bytes, totalBytes }: { readonly bytes: number; readonly totalBytes: number | undefined },
    rejects: readonly Reject[],
  ): void {
    this.#counts = sumOfRuns(this.#before, counts);
    this.#bytes = { bytes, totalBytes };
    for (const { place, reason } of rejects.slice(0, maximumRejects - this.#rejects.length))
      this.#rejects.push({ file: place.file, line: place.line, offset: place.offset, reason });
    if (performance.now() - this.#writtenAt >= writeEveryMilliseconds) this.#write();
  }

  /** Stores the report of a round; another may follow. */
  round(report: RunReport): void {
    this.#counts = sumOfRuns(this.#before, report);
    this.#before = this.#counts;
    this.#message = report.message ?? (report.outcome === 'rejects' ? tooManyRejects : null);
    this.#ended = endedOf(report);
  }

  /** Records the end of a run. Failing to do so does not fail the import. */
  async end(ending: RunEnding, message?: string): Promise<void> {
    clearInterval(this.#timer);
    this.#state = stateOf[ending];
    this.#message = message ?? this.#message;
    this.#finishedAt = now();
    await this.store.write(() => this.#write()).catch(() => {});
  }

  #tryToWrite(): void {
    try {
      this.store.tryWrite(() => this.#write());
    } catch {
      // The run itself reports what prevents this.
    }
  }

  #write(): void {
    this.#writtenAt = performance.now();
    const { documents, records, added, changed, unchanged, kept, waiting, rejected, documentsKept, skippedByLicence, ignored, types } =
      this.#counts;
    const aside = { skipped_by_licence: skippedByLicence, ignored, deferred_documents: this.#counts.deferredDocuments };
    const report = { documents_kept: documentsKept, ...aside, types, rejects: this.#rejects, ...this.#ended };
    const values = {
      id: this.#id,
      source: this.name.source,
      inputs: JSON.stringify(this.name.inputs),
      state: this.#state,
      startedAt: this.#startedAt,
      now: now(),
      finishedAt: this.#finishedAt,
      ...{ documents, records, added, changed, unchanged, kept, waiting, rejected },
      bytes: this.#bytes.bytes,
      totalBytes: this.#bytes.totalBytes ?? null,
      message: this.#message,
      pid: process.pid,
      host: hostname(),
      report: JSON.stringify(report),
    };
    this.store.writer.change(upsert, values);
    this.store.writer.change(
      `DELETE FROM import_run WHERE key <= (SELECT key FROM import_run ORDER BY key DESC LIMIT 1 OFFSET ${maximumRuns})`,
    );
  }
}

/** Runs the work and records its end in the journal. */
export async function journaled<T>(journal: RunJournal, work: () => Promise<T>, endingOf: (result: T) => RunEnding): Promise<T> {
  try {
    const result = await work();
    await journal.end(endingOf(result));
    return result;
  } catch (error) {
    await journal.end('failed', error instanceof DomainError ? error.detail : 'The import failed with an internal error.');
    throw error;
  }
}

const upsert = `
  INSERT INTO import_run (
    id, source, inputs, state, started_at, updated_at, finished_at, documents, records, added, changed, unchanged, kept, waiting,
    rejected, bytes, total_bytes, message, pid, host, report
  ) VALUES (
    :id, :source, :inputs, :state, :startedAt, :now, :finishedAt, :documents, :records, :added, :changed, :unchanged, :kept, :waiting,
    :rejected, :bytes, :totalBytes, :message, :pid, :host, :report
  ) ON CONFLICT (id) DO UPDATE SET
    pid = excluded.pid, host = excluded.host, state = excluded.state, updated_at = excluded.updated_at, finished_at = excluded.finished_at, documents = excluded.documents,
    records = excluded.records, added = excluded.added, changed = excluded.changed, unchanged = excluded.unchanged,
    kept = excluded.kept, waiting = excluded.waiting, rejected = excluded.rejected, bytes = excluded.bytes,
    total_bytes = excluded.total_bytes, message = excluded.message, report = excluded.report`;

const tooManyRejects = 'More documents were rejected than --max-rejects allows.';

const stateOf: Readonly<Record<RunEnding, State>> = {
  done: 'done',
  limited: 'done',
  interrupted: 'interrupted',
  rejects: 'failed',
  failed: 'failed',
};

const endedOf = ({ outcome, resumed, resumable, gone, seconds, warnings, examples, ...report }: RunReport) => ({
  outcome,
  resumed,
  resumable,
  waiting_older: report.waitingOlder,
  gone,
  seconds,
  records_per_second: report.recordsPerSecond,
  warnings,
  examples,
  reject_file: report.rejectFile ?? null,
});
