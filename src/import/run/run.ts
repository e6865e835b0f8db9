import { DomainError, SetupError } from '../../errors';
import { findDuplicates } from '../../matching/duplicates';
import { RecordWriter } from '../../records/sources/writer';
import { CatalogRows } from '../../records/write/catalog-rows';
import { noteCatalogWrite, startFeedAt, withoutFeed } from '../../store/database/revision-cache';
import type { Store } from '../../store/database/store';
import { directoryOf, isServed } from '../../store/files/file-lock';
import { DeferredDocuments } from '../deferred/documents';
import { deferredSource } from '../deferred/replay';
import { isReconciled, reconciledNote, reconcileSource, reconciliation } from '../reconcile/reconcile';
import { hasNoVocabularies, isUntouched } from '../seed-state';
import type { Position, Source } from '../source';
import { sumOfCounts } from '../sources/shared/records';
import { BatchWriter, maximumExamples } from './batch';
import { catalogLookup } from './catalog-lookup';
import { type CheckpointState, forgetRestores, unfinishedRestore } from './checkpoint';
import { FirstLoad, limitPageCache, relaxDurability, requireDurability } from './first-load';
import { MemoryLimit, Pace, type Pause, PortionReader, type ReadItem } from './portions';
import { noCounts, type Progress, type RunCounts, type RunEnding, type RunReport } from './progress';
import type { RunOptions } from './run-options';

/** Writes a source in batches, each one transaction with its checkpoint. */
export async function runImport(store: Store, source: Source, options: RunOptions): Promise<RunReport> {
  const run = new Run(store, source, options);
  try {
    return await run.run();
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable')
      throw new SetupError(`${error.detail} Records imported so far are in the catalog.`);
    const { code, message } = error as { code?: unknown; message?: string };
    if (!/^SQLITE_(FULL|IOERR|READONLY)/.test(String(code))) throw error;
    throw new SetupError(`${store.path} can no longer be written (${message}). Records imported so far are in the catalog.`);
  } finally {
    await run.close();
  }
}

class Run {
  readonly #writer: RecordWriter;
  readonly #portions: PortionReader;
  readonly #deferred: DeferredDocuments;
  readonly #isServed: () => boolean;
  readonly #pace: Pace;
  readonly #memory: MemoryLimit;
  readonly #resumed: CheckpointState | undefined;
  readonly #before: RunCounts;
  readonly #sources: Set<string>;
  readonly #examples: string[] = [];
  readonly #startedAt = performance.now();
  #counts: RunCounts;
  #batches: BatchWriter;
  #restoring: number | undefined;
  #isPrepared = false;
  #isBegun = false;
  #isFirst = false;
  #firstLoad: FirstLoad | undefined;
  #isUnlisted = false;
  #isReconciling = false;
  #position: Position | undefined;
  #firstBytes: number | undefined;
  readonly #synchronous: number;

  constructor(
    private readonly store: Store,
    private readonly source: Source,
    private readonly options: RunOptions,
  ) {
    this.#resumed = options.restart ? undefined : options.checkpoint?.find();
    this.#before = { ...noCounts(), ...(this.#resumed?.counts ?? options.countOn) };
    this.#counts = this.#before;
    this.#restoring = this.#resumed?.restoring;
    this.#position = this.#resumed?.position;
    this.#sources = new Set(this.#resumed?.sources);
    if (this.#resumed?.rejects) options.rejects?.goOn(this.#resumed.rejects);
    limitPageCache(store.writer);
    this.#synchronous = relaxDurability(store.writer);
    this.#writer = new RecordWriter(store, options.kinds, this.#resumed?.waitingBefore ?? options.waitingBefore);
    // A resumed run does not flag, and the first load of a catalog has nothing to flag.
    this.#writer.sourceValues.seeOnly((name) => this.#mayFlag && source.progress.whole.includes(name));
    this.#deferred = new DeferredDocuments(store, options.deferredBytes);
    this.#batches = new BatchWriter(store, this.#writer, source, this.#before, this.#deferred);
    this.#isServed = options.isServed ?? (() => isServed(directoryOf(store)));
    this.#memory = new MemoryLimit(store.writer);
    this.#pace = new Pace(this.#isServed);
    const known = catalogLookup(store, options.kinds, (source) => this.#deferred.mayDefer(source));
    this.#portions = new PortionReader(source, known, this.#resumed?.position, this.#deferred, options.signal);
  }

  async run(): Promise<RunReport> {
    // Anything but an export may need vocabularies from the first document on.
    if (!this.options.exportSequence) await this.#prepare();
    const { ending, pause } = await this.#writePortions(this.#portions);
    this.#firstLoad?.commit();
    // An interrupted load resumes by itself, and opening the catalog completes what is missing.
    if (ending !== 'interrupted') await this.#finishFirstLoad();
    return this.#end(await this.#reconcile(ending), pause);
  }

  async close(): Promise<void> {
    await this.#portions.close();
    this.#batches.close();
    this.#writer.close();
    this.#firstLoad?.release();
    this.store.writer.run(`PRAGMA synchronous = ${this.#synchronous}`);
  }

  async #finishFirstLoad(): Promise<void> {
    const load = this.#firstLoad;
    if (!load) return;
    this.#isReconciling = true;
    this.#emitProgress();
    this.#memory.reserveForSorting();
    await load.finish();
    this.#writer.sourceValues.endBatch();
    this.#firstLoad = undefined;
    this.#isUnlisted = false;
    this.#isReconciling = false;
  }

  get #mayFlag(): boolean {
    return !this.#resumed && !this.#isFirst;
  }

  /** Decides whether to defer indexes, once the size of the source is known. */
  async #beginLoad(): Promise<void> {
    this.#isBegun = true;
    const { limit, kinds, firstLoadBytes: unlistedBytes } = this.options;
    if (limit !== undefined || kinds !== undefined) return;
    const isRestoring = this.#restoring !== undefined;
    const goesOn = this.#resumed !== undefined;
    const { totalBytes: bytes } = this.source.progress;
    this.#firstLoad = await FirstLoad.of(this.store, { isRestoring, goesOn, bytes, unlistedBytes, isServed: this.#isServed });
    this.#isFirst = this.#firstLoad !== undefined;
    this.#isUnlisted = this.#firstLoad?.isUnlisted === true;
    if (this.#firstLoad?.gathersMemory) this.#writer.sourceValues.startBatch();
  }

  /** Decides whether to restore an export exactly; other catalogs first get their vocabularies. */
  async #prepare(): Promise<void> {
    this.#isPrepared = true;
    if (this.#restoring !== undefined) return;
    const sequence = this.options.limit === undefined ? this.options.exportSequence?.() : undefined;
    const unfinished = unfinishedRestore(this.store);
    if (sequence !== undefined && (unfinished === undefined ? isUntouched(this.store, this.options.kinds) : unfinished === sequence))
      this.#restoring = sequence;
    else if (unfinished !== undefined)
      throw new SetupError('An export was imported only partly. Run the same command to finish it, or start with another --data.');
    else if (hasNoVocabularies(this.store, this.options.kinds)) await (await import('../seed')).seedVocabularies(this.store);
  }

  /** Writes portions until the source ends (returns its pause) or the run ends earlier (no pause). */
  async #writePortions(portions: PortionReader): Promise<{ readonly ending: RunEnding; readonly pause?: Pause }> {
    for (;;) {
      const { items, pause } = await portions.read();
      this.#firstBytes ??= this.#resumed ? this.source.progress.bytes : 0;
      if (pause.why === 'failed' && !(pause.error instanceof SetupError)) throw pause.error;
      if (!this.#isPrepared && (items.length > 0 || pause.why !== 'more')) await this.#prepare();
      // An import that ended before the indexes of its first load were built has no more items.
      if (!this.#isBegun && (items.length > 0 || this.#resumed)) await this.#beginLoad();
      const early = await this.#writeAll(items);
      if (early) return { ending: early };
      if (pause.why !== 'more') return { ending: endingOf(pause), pause };
      this.#emitProgress();
      await this.#pace.rest();
    }
  }

  /** Writes items in batches within their time limits; returns the ending, if the run ends here. */
  async #writeAll(items: readonly ReadItem[]): Promise<RunEnding | undefined> {
    let rest = items;
    while (rest.length > 0) {
      this.#memory.apply();
      rest = rest.slice(await this.#writeBatch(rest));
      if (this.#counts.rejected > this.options.maxRejects) return 'rejects';
      if (this.#counts.documentsKept >= (this.options.limit ?? Number.POSITIVE_INFINITY)) return 'limited';
      if (rest.length === 0) break;
      this.#emitProgress();
      await this.#pace.rest();
      if (this.options.signal?.aborted) return 'interrupted';
    }
    return undefined;
  }

  /** After the source: reconciliation and other follow-up steps. */
  async #reconcile(ending: RunEnding): Promise<RunEnding> {
    // A copy of another catalog is not reconciled.
    if (ending !== 'done' || this.#restoring !== undefined || this.source.rights.takesSlugs) return ending;
    if (this.options.limit !== undefined || this.options.kinds !== undefined) return ending;
    if (isReconciled(this.store)) return ending;
    this.#isReconciling = true;
    const early = (await this.#writeOf(deferredSource(this.store))) ?? (await this.#writeOf(reconciliation(this.store)));
    if (early) return early;
    // Pairs that reconciliation leaves apart are for people to decide.
    await findDuplicates(this.store, this.#pace, this.options.signal);
    return ending;
  }

  async #writeOf(source: Source): Promise<RunEnding | undefined> {
    const deferred = new DeferredDocuments(this.store, this.options.deferredBytes);
    const portions = new PortionReader(source, catalogLookup(this.store, this.options.kinds), undefined, deferred, this.options.signal);
    this.#batches.close();
    this.#batches = new BatchWriter(this.store, this.#writer, source, this.#counts, deferred);
    try {
      const { ending, pause } = await this.#writePortions(portions);
      if (pause?.why === 'failed') throw pause.error;
      return ending === 'done' ? undefined : ending;
    } finally {
      await portions.close();
    }
  }

  async #writeBatch(items: readonly ReadItem[]): Promise<number> {
    const { limit = Number.POSITIVE_INFINITY, maxRejects } = this.options;
    const { milliseconds } = this.#pace;
    let lockedAt = 0;
    const batch = await (this.#firstLoad ?? this.store).write(() => {
      lockedAt = performance.now();
      this.options.journal?.requireRights();
      this.#writer.begin();
      const write = () => this.#batches.write(items, this.#counts, { milliseconds, limit, maxRejects });
      const batch = this.#restoring === undefined && !this.#isUnlisted ? write() : withoutFeed(this.store, write);
      for (const { item } of items.slice(0, batch.items)) this.#sources.add(item.source);
      for (const reject of batch.rejects) this.options.rejects?.add(reject);
      this.#save(batch.counts, items[batch.items - 1] as ReadItem);
      this.options.journal?.note(batch.counts, this.source.progress, batch.rejects);
      return batch;
    });
    this.#pace.learn(performance.now() - lockedAt);
    this.#counts = batch.counts;
    this.#examples.push(...batch.examples.slice(0, maximumExamples - this.#examples.length));
    return batch.items;
  }

  /** Follow-up steps are found again by a run resumed at the end. */
  #save(counts: RunCounts, { item }: ReadItem): void {
    this.options.rejects?.flush();
    if (!this.#isReconciling) this.#position = item.position;
    if (this.#position === undefined) return;
    this.options.checkpoint?.save({
      position: this.#position,
      counts,
      sources: [...this.#sources],
      rejects: this.options.rejects?.standing,
      waitingBefore: this.#writer.deferredBefore,
      restoring: this.#restoring,
    });
  }

  #emitProgress(): void {
    this.options.onProgress?.(this.#progress());
  }

  #progress(): Progress {
    const { bytes, totalBytes } = this.source.progress;
    const { documents, records, rejected } = this.#counts;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const readNow = bytes - (this.#firstBytes ?? 0);
    return {
      ...{ documents, records, rejected, bytes, totalBytes, seconds },
      share: totalBytes ? Math.min(1, bytes / totalBytes) : undefined,
      recordsPerSecond: seconds > 0 ? Math.round((records - this.#before.records) / seconds) : 0,
      secondsLeft: totalBytes === undefined || readNow <= 0 ? undefined : (Math.max(0, totalBytes - bytes) / readNow) * seconds,
      ...(this.#isReconciling && { isReconciling: true }),
    };
  }

  async #end(ending: RunEnding, pause?: Pause): Promise<RunReport> {
    const { progress } = this.source;
    this.#counts = { ...this.#counts };
    if (ending === 'done') {
      this.#counts.documents = this.#before.documents + progress.documents;
      this.#counts.skippedByLicence = this.#before.skippedByLicence + progress.skippedByLicence;
      this.#counts.overQuota = sumOfCounts(this.#before.overQuota, this.#deferred.overQuota());
    }
    // A run without records leaves earlier deferred references alone.
    if (this.#sources.size > 0) {
      const unresolved = [...this.#sources].map((source) => this.#writer.countUnresolved(source));
      this.#counts.waiting = unresolved.reduce((sum, { records }) => sum + records, 0);
      const documents = unresolved.reduce((sum, { documents }) => sum + documents, 0);
      this.#counts.documentsKept = Math.max(0, this.#counts.documentsKept - documents);
    }
    requireDurability(this.store.writer);
    const gone = ending === 'done' ? await this.store.write(() => this.#conclude()) : 0;
    const isUnflagged = ending === 'done' && this.#resumed !== undefined && progress.whole.length > 0;
    this.#emitProgress();
    const { seconds, recordsPerSecond } = this.#progress();
    return {
      ...this.#counts,
      waitingOlder: this.#writer.countOlderDeferred(),
      outcome: ending,
      message: pause?.why === 'failed' ? (pause.error as Error).message : undefined,
      resumed: this.#resumed !== undefined,
      resumable: ending !== 'done' && this.options.checkpoint?.find() !== undefined,
      gone,
      seconds: Math.round(seconds * 10) / 10,
      recordsPerSecond,
      warnings: [...progress.warnings, ...(isUnflagged ? [unflagged] : [])],
      rejectFile: this.options.rejects?.standing?.path,
      examples: this.#examples,
    };
  }

  /**
   * Final steps of the source, in one transaction with deleting the checkpoint.
   * @returns the number of records newly flagged as deleted at the source
   */
  #conclude(): number {
    const { rejects, journal } = this.options;
    journal?.requireRights();
    if (rejects) for (const source of this.#sources) for (const waiting of this.#writer.unresolved(source)) rejects.add(waiting);
    rejects?.flush();
    const whole = this.#mayFlag ? this.source.progress.whole : [];
    const gone = whole.reduce((sum, name) => sum + this.#writer.sourceValues.flagWithdrawn(name), 0);
    if (this.#restoring !== undefined) {
      // A server started in between may have added its vocabularies.
      noteCatalogWrite(this.store.writer);
      this.store.writer.run('DELETE FROM change');
      startFeedAt(this.store, this.#restoring);
      // A mirrored catalog needs no reconciliation until something changes.
      this.#writer.storeNotes(reconcileSource, [reconciledNote(new CatalogRows(this.store))]);
      forgetRestores(this.store);
    }
    this.options.checkpoint?.forget();
    return gone;
  }
}

/** Only a complete run can tell what is missing. */
const unflagged =
  'No records were flagged as deleted at the source, because the import was interrupted and did not read all files in one run.';

function endingOf({ why }: Pause): RunEnding {
  if (why === 'end') return 'done';
  return why === 'stopped' ? 'interrupted' : 'failed';
}
