import { catalog } from '../../catalog';
import type { Kinds } from '../../kinds';
import type { Store } from '../../store/database/open';
import { Savepoint } from '../../store/database/transactions';
import { RecordEditing } from '../edit/editor';
import type { Edited } from '../history/revisions';
import { applyMerge, mergeStated } from '../merge/merges';
import type { SourceValues } from '../provenance/source-values';
import { type LicensedInput, type SourceRights, writeLicensedValues, writeSourceNotes } from '../provenance/sources';
import { applyDeletion } from '../write/deletions';
import {
  type ImportedRecord,
  MissingReference,
  type Origin,
  type RecordObject,
  readRecord,
  refusalOf,
  type WriteOutcome,
} from '../write/record';
import { WriteSession } from '../write/session';
import { type DeferredOutcome, type DeferredRecord, DeferredRecords, newestDeferred, type Unresolved } from './deferred-records';
import { SourceRecords, type WrittenRecord } from './source-records';

/** A record that is present now, so that those deferred for it may be written. */
type Arrival = Pick<RecordObject, 'type' | 'id'>;

/**
 * Writes records into the catalog: the only way data enters it. Existing records change only where the source has news; records
 * with missing references are deferred. Runs in the caller's transaction.
 */
export class RecordWriter {
  readonly #savepoint: Savepoint;
  readonly #editing: Savepoint;
  readonly #session: WriteSession;
  readonly #deferred: DeferredRecords;
  readonly #records: SourceRecords;
  readonly #byHand: RecordEditing;
  readonly #deferredOutcomes: DeferredOutcome[] = [];
  readonly #refused: Unresolved[] = [];

  constructor(
    store: Store,
    private readonly kinds: Kinds = catalog,
    /** Highest deferred key before this run. */
    deferredBefore = newestDeferred(store),
  ) {
    this.#savepoint = new Savepoint(store.writer, 'deferred_record');
    this.#editing = new Savepoint(store.writer, 'edit');
    this.#session = new WriteSession(store, kinds);
    this.#deferred = new DeferredRecords(this.#session, deferredBefore);
    this.#records = new SourceRecords(this.#session);
    this.#byHand = new RecordEditing(this.#session);
  }

  /** See {@link WriteSession.begin}. */
  begin(isShared = false): void {
    this.#session.begin(isShared);
  }

  /** Drops all caches after a rollback. */
  forget(): void {
    this.#session.forget();
  }

  /** Source values, of which a first load collects those of new records and a whole source flags those it lacks. */
  get sourceValues(): Pick<SourceValues, 'startBatch' | 'endBatch' | 'seeOnly' | 'flagWithdrawn'> {
    return this.#session.sourceValues;
  }

  /** Declares a source's rights before its first record in a transaction. */
  declareRights(source: string, rights: SourceRights): void {
    this.#session.sourceValues.declareRights(source, rights);
  }

  /** @throws {RecordError} for a record that breaks a rule */
  write(imported: ImportedRecord, place: Origin): WriteOutcome {
    const { outcome, arrived } = this.#writeOrDefer(imported, place);
    if (arrived) this.#writeDeferred(arrived);
    return outcome;
  }

  /** Applies a manual edit atomically. Records deferred for an added one follow, as in an import. */
  byHand(work: (editing: RecordEditing) => Edited): Edited {
    try {
      return this.#editing.run(() => {
        const edited = work(this.#byHand);
        this.#session.references.forgetAbove();
        if (edited.revision?.action === 'added') this.#writeDeferred(edited.revision);
        return edited;
      });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Returns and clears the outcomes of deferred records. */
  takeDeferredOutcomes(): DeferredOutcome[] {
    return this.#deferredOutcomes.splice(0);
  }

  /** Returns and clears refused deferred records. */
  takeRefused(): Unresolved[] {
    return this.#refused.splice(0);
  }

  /** Highest deferred key before this run. */
  get deferredBefore(): number {
    return this.#deferred.before;
  }

  /** Number of records deferred before this run, of any source, and still deferred. */
  countOlderDeferred(): number {
    return this.#deferred.countOlder();
  }

  /** Records of a source deferred in this run, with their missing references. They stay for later imports. */
  *unresolved(source: string): Generator<Unresolved> {
    for (const { imported, place, reason } of this.#deferred.of(source)) yield { place, reason, raw: JSON.stringify(imported.record) };
  }

  /** Numbers of {@link unresolved} records of a source, and of their documents. */
  countUnresolved(source: string): { readonly records: number; readonly documents: number } {
    return this.#deferred.count(source);
  }

  /** Deletes deferred records of a source. */
  dropDeferred(source: string): void {
    this.#deferred.drop(source);
  }

  /** Stores notes of a source; `null` deletes. */
  storeNotes(source: string, notes: readonly (readonly [name: string, value: string | null])[]): void {
    writeSourceNotes(this.#session.connection, source, notes);
  }

  /** Stores separately licensed values. */
  storeLicensed(values: readonly LicensedInput[], source: string): void {
    writeLicensedValues(this.#session.connection, values, source);
  }

  /** Frees the connection. */
  close(): void {
    this.#savepoint.close();
    this.#editing.close();
    this.#session.close();
  }

  #write(record: RecordObject, imported: ImportedRecord, { source }: Origin): WrittenRecord {
    const session = this.#session;
    if (record.type === 'SlugRedirect') return { outcome: session.slugs.takeRedirect(record), isPresent: false };
    if (record.type !== 'MergedRecord' && record.type !== 'DeletedRecord') return this.#records.write(record, imported, source);
    session.references.forgetAbove();
    if (record.type === 'DeletedRecord') return { outcome: applyDeletion(session, record), isPresent: false };
    if (imported.authority === undefined)
      return { outcome: applyMerge(session, record, session.sourceValues.rightsOf(source).takesSlugs), isPresent: false };
    if (!imported.isUndoable) return { outcome: mergeStated(session, record, imported.isOfSource && source), isPresent: true };
    const { kind, id } = session.references.target(record);
    this.#byHand.merge(kind, record.id, id, { username: 'import', source: 'import' });
    return { outcome: 'added', isPresent: true };
  }

  #writeOrDefer(imported: ImportedRecord, place: Origin): { readonly outcome: WriteOutcome; readonly arrived?: Arrival } {
    const record = readRecord(imported.record);
    try {
      const { outcome, isPresent } = this.#write(record, imported, place);
      if (!isPresent) return { outcome };
      const { type, id, attributes } = record;
      return { outcome, arrived: { type: type === 'MergedRecord' ? String(attributes.resource_type) : type, id } };
    } catch (error) {
      if (!(error instanceof MissingReference)) throw error;
      this.#deferred.add(record, imported, place, error);
      return { outcome: 'waiting' };
    }
  }

  /** Writes records deferred for this one, those deferred for them, and so on, each before its next sibling. */
  #writeDeferred(first: Arrival): void {
    const next = this.#takeDeferred(first);
    // Not recursive: savepoints within each other would take quadratic time for a long chain.
    for (let deferred = next.pop(); deferred; deferred = next.pop()) {
      const arrived = this.#writeOneDeferred(deferred);
      if (arrived) next.push(...this.#takeDeferred(arrived));
    }
  }

  /** Removes and returns the records deferred for one, last first. */
  #takeDeferred({ type, id }: Arrival): DeferredRecord[] {
    const kind = this.kinds.find(type);
    if (!kind) return [];
    const names = [id.slice(id.lastIndexOf('/') + 1).toLowerCase()];
    const slug = kind.isNamedBySlug ? this.#session.references.slugOf(kind.table, names[0] as string) : undefined;
    if (slug !== undefined) names.push(slug);
    return names.flatMap((name) => this.#deferred.take(kind.table, name)).reverse();
  }

  /** A refused deferred record does not affect the record it references. */
  #writeOneDeferred({ imported, place }: DeferredRecord): Arrival | undefined {
    try {
      const { type } = imported.record as { type: string };
      const { outcome, arrived } = this.#savepoint.run(() => this.#writeOrDefer(imported, place));
      this.#deferredOutcomes.push({ type, isQuiet: imported.isQuietlyDeferred === true, outcome });
      return arrived;
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.forget();
      this.#refused.push({ place, reason, raw: JSON.stringify(imported.record) });
      return undefined;
    }
  }
}

const writers = new WeakMap<Store, Map<Kinds, RecordWriter>>();

/** Applies a manual edit atomically within the caller's transaction, by the long-lived writer of its store. */
export function byHand(store: Store, kinds: Kinds, work: (editing: RecordEditing) => Edited): Edited {
  const ofStore = writers.get(store) ?? new Map<Kinds, RecordWriter>();
  writers.set(store, ofStore);
  const writer = ofStore.get(kinds) ?? new RecordWriter(store, kinds);
  ofStore.set(kinds, writer);
  writer.begin(true);
  return writer.byHand(work);
}
