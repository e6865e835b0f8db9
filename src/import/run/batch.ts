import { catalog } from '../../catalog';
import { SetupError } from '../../errors';
import type { DeferredOutcome } from '../../records/sources/deferred-records';
import type { RecordWriter } from '../../records/sources/writer';
import { type ImportedRecord, type RecordObject, refusalOf, type WriteOutcome } from '../../records/write/record';
import { noteCatalogWrite, withoutFeed } from '../../store/database/revision-cache';
import type { Store } from '../../store/database/store';
import { Savepoint } from '../../store/database/transactions';
import type { DeferredDocuments, OverflowCounts } from '../deferred/documents';
import { reconcileSource } from '../reconcile/reconcile';
import type { FollowedChange, Source, SourceItem } from '../source';
import { sumOfCounts } from '../sources/shared/records';
import type { ReadItem } from './portions';
import { noCounts, type RunCounts } from './progress';
import type { Reject } from './rejects';

export interface Bounds {
  readonly milliseconds: number;
  /** Maximum total of documents. */
  readonly limit: number;
  readonly maxRejects: number;
}

/** Result of a batch; valid once its transaction is committed. */
export interface Batch {
  readonly items: number;
  readonly counts: RunCounts;
  readonly rejects: readonly Reject[];
  readonly examples: readonly string[];
}

export const maximumExamples = 20;

/** Limit for the report; a broken file may have any number of names. */
const mostNotTaken = 100;

/** Writes items within the caller's transaction, each record completely or not at all. */
export class BatchWriter {
  readonly #savepoint: Savepoint;
  #counts = noCounts();
  #rejects: Reject[] = [];
  #examples: string[] = [];

  constructor(
    private readonly store: Store,
    private readonly writer: RecordWriter,
    private readonly source: Pick<Source, 'rights'>,
    private readonly before: RunCounts,
    private readonly deferredDocuments: DeferredDocuments,
  ) {
    this.#savepoint = new Savepoint(store.writer, 'record');
  }

  /** Writes at least one item, and more within the bounds. */
  write(items: readonly ReadItem[], counts: RunCounts, bounds: Bounds): Batch {
    this.#counts = structuredClone(counts);
    this.#rejects = [];
    this.#examples = [];
    const endAt = performance.now() + bounds.milliseconds;
    let written = 0;
    this.deferredDocuments.begin();
    let overflow: OverflowCounts = {};
    for (const { item, documents, skippedByLicence, ...read } of items) {
      overflow = read.overflow;
      this.#counts.documents = this.before.documents + documents;
      this.#counts.skippedByLicence = this.before.skippedByLicence + skippedByLicence;
      this.#take(item);
      written++;
      if (this.#counts.rejected > bounds.maxRejects || this.#counts.documentsKept >= bounds.limit || performance.now() > endAt) break;
    }
    this.#counts.deferredDocuments += this.deferredDocuments.write();
    this.#counts.overQuota = sumOfCounts(this.before.overQuota, this.deferredDocuments.overQuota(overflow));
    return { items: written, counts: this.#counts, rejects: this.#rejects, examples: this.#examples };
  }

  close(): void {
    this.#savepoint.close();
  }

  #take(item: SourceItem): void {
    if (item.rejected) this.#reject({ place: item, ...item.rejected });
    if (!item.rejected) this.#takeRecords(item);
    if (item.document !== undefined) this.#deferOrDrop(item, item.document);
  }

  #takeRecords(item: SourceItem): void {
    if (item.notTaken) this.#countIgnored(item.notTaken);
    const before = this.#counts.records;
    this.writer.declareRights(item.source, this.source.rights);
    if (item.changes) this.#follow(item, item.changes);
    else this.#writeRecords(item);
    if (item.notes) this.writer.storeNotes(item.source, item.notes);
    if (item.licensed?.length) {
      noteCatalogWrite(this.store.writer);
      this.writer.storeLicensed(item.licensed, item.source);
    }
    if (this.#counts.records > before) this.#counts.documentsKept++;
  }

  #deferOrDrop({ source, file, line, offset, deferred }: SourceItem, document: string): void {
    const names = [document, ...(deferred?.otherNames ?? [])] as const;
    if (!deferred) this.deferredDocuments.drop(source, document);
    else this.deferredDocuments.defer(source, { names, file, line, offset, bytes: deferred.bytes });
  }

  /** A refused record does not affect others of its document: each is then written for itself. */
  #writeRecords(item: SourceItem): void {
    if (this.#write(item, item.records) === undefined) return;
    for (const record of item.records) {
      const reason = this.#write(item, [record]);
      if (reason === undefined) continue;
      if (item.leftOut) item.leftOut(record, reason);
      else this.#reject({ place: item, reason, raw: JSON.stringify(record.record) });
    }
  }

  /** Changes of a followed catalog are applied exactly or not at all, since its feed has no gaps. */
  #follow(item: SourceItem, changes: readonly FollowedChange[]): void {
    withoutFeed(this.store, () => {
      for (const record of item.records) {
        const refusal = this.#write(item, [record]);
        if (refusal !== undefined) throw new SetupError(`${item.file} contains a change that cannot be applied: ${refusal}`);
      }
    });
    follow(this.store, changes);
  }

  /** Writes records in one savepoint; if one is refused, writes none and returns the reason. */
  #write(item: SourceItem, records: readonly ImportedRecord[]): string | undefined {
    try {
      const written = this.#savepoint.run(() =>
        records.map((record) => ({
          record,
          outcome: this.writer.write(record, item),
          arrived: this.writer.takeDeferredOutcomes(),
          refused: this.writer.takeRefused(),
        })),
      );
      for (const { record, outcome, arrived, refused } of written) {
        if (item.source === reconcileSource) this.#countMerge(record, outcome);
        else this.#count(record, outcome);
        for (const document of arrived) this.#countArrived(document);
        for (const reject of refused) this.#reject(reject);
        // They were counted as deferred.
        this.#counts.documentsKept = Math.max(0, this.#counts.documentsKept - refused.length);
      }
      return undefined;
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      // Discards the writer's caches, which describe rolled-back rows.
      this.writer.forget();
      this.writer.takeDeferredOutcomes();
      this.writer.takeRefused();
      return refusal;
    }
  }

  /** Records deferred quietly are counted once they are complete. */
  #count({ record, isQuietlyDeferred }: ImportedRecord, outcome: WriteOutcome): void {
    if (isQuietlyDeferred && outcome === 'waiting') return;
    const { type, id } = record as { type: string; id: string };
    this.#counts.records++;
    this.#counts[outcome]++;
    this.#countType(type, outcome, 1);
    if ((outcome === 'changed' || outcome === 'kept') && this.#examples.length < maximumExamples)
      this.#examples.push(`${outcome} ${type} ${id}`);
  }

  #countMerge({ record }: ImportedRecord, outcome: WriteOutcome): void {
    const { type, attributes } = record as RecordObject;
    const kind = type === 'MergedRecord' && outcome === 'added' ? catalog.find(String(attributes.resource_type)) : undefined;
    if (kind) this.#counts.merged[kind.nouns] = (this.#counts.merged[kind.nouns] ?? 0) + 1;
  }

  #countArrived({ type, outcome, isQuiet }: DeferredOutcome): void {
    if (isQuiet && outcome === 'waiting') return;
    if (isQuiet) this.#counts.records++;
    else {
      this.#counts.waiting = Math.max(0, this.#counts.waiting - 1);
      this.#countType(type, 'waiting', -1);
    }
    this.#counts[outcome]++;
    this.#countType(type, outcome, 1);
  }

  #countType(type: string, outcome: WriteOutcome, count: number): void {
    this.#counts.types[type] ??= {};
    const ofType = this.#counts.types[type];
    ofType[outcome] = Math.max(0, (ofType[outcome] ?? 0) + count);
  }

  #countIgnored(ignored: Readonly<Record<string, number>>): void {
    const all = this.#counts.ignored;
    for (const [name, count] of Object.entries(ignored)) {
      if (name in all || Object.keys(all).length < mostNotTaken) all[name] = (all[name] ?? 0) + count;
    }
  }

  #reject(reject: Reject): void {
    this.#counts.rejected++;
    this.#rejects.push(reject);
  }
}

/** Writes entries of another catalog's feed with their numbers; existing ones are kept. */
function follow({ writer }: Store, changes: readonly FollowedChange[]): void {
  for (const change of changes)
    writer.change(
      `INSERT OR IGNORE INTO change (sequence, action, resource_type, resource_id, slug, merged_into_id, changed_at)
        VALUES (:sequence, :action, :resource_type, :resource_id, :slug, :merged_into_id, :changed_at)`,
      { ...change },
    );
}
