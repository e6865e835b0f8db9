import { catalog } from '../../catalog';
import type { Kind, Kinds } from '../../kinds';
import type { Store } from '../../store/database/open';
import { Statements } from '../../store/database/sql';
import { rollbacksOf, Savepoint } from '../../store/database/transactions';
import type { Author, Edit, Edited } from '../edit/edit';
import { Editor } from '../edit/editor';
import { type RecordSnapshot, RecordSnapshots } from '../history/restore';
import { Revert } from '../history/revert';
import { type RevisionContext, RevisionLog } from '../history/revisions';
import { IdentityConflicts } from '../merge/identity-conflicts';
import { MergeByHand } from '../merge/merge-by-hand';
import { Merges, type MergingTools } from '../merge/merges';
import { ExclusiveChildren } from '../provenance/exclusive-children';
import { FieldLocks } from '../provenance/field-locks';
import { SourceValues } from '../provenance/source-values';
import { type LicensedInput, type SourceRights, writeLicensedValues, writeSourceNotes } from '../provenance/sources';
import { CoverRows } from './cover';
import { type DeferredOutcome, type DeferredRecord, DeferredRecords, newestDeferred, type Unresolved } from './deferred-records';
import { Deletions } from './deletions';
import { Planner } from './plan';
import { type ImportedRecord, MissingReference, type Origin, type RecordObject, readRecord, refusalOf, type WriteOutcome } from './record';
import { References } from './references';
import { RecordRows } from './rows';
import { Slugs } from './slugs';
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
  readonly #rehearsal: Savepoint;
  readonly #tools: MergingTools;
  readonly #deferred: DeferredRecords;
  readonly #records: SourceRecords;
  readonly #byHand: RecordEditing;
  readonly #deferredOutcomes: DeferredOutcome[] = [];
  readonly #refused: Unresolved[] = [];
  readonly #updates: Statements;
  #dataVersion: number | undefined;
  #rollbacks = 0;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
    /** Highest deferred key before this run. */
    deferredBefore = newestDeferred(store),
  ) {
    this.#savepoint = new Savepoint(store.writer, 'waiting_record');
    this.#editing = new Savepoint(store.writer, 'edit');
    this.#rehearsal = new Savepoint(store.writer, 'rehearsal');
    const statements = new Statements(store, { on: 'writer' });
    // One for each set of columns that changes; an import may bring many.
    this.#updates = new Statements(store, { on: 'writer', most: 500 });
    const references = new References(statements, kinds);
    const sourceValues = new SourceValues(statements, kinds);
    const slugs = new Slugs(statements, references);
    const deletions = new Deletions(statements, references, kinds);
    const tools = {
      kinds,
      statements,
      references,
      sourceValues,
      slugs,
      deletions,
      planner: new Planner(references),
      rows: new RecordRows(statements, this.#updates, references, slugs),
      locks: new FieldLocks(statements, sourceValues),
      exclusiveChildren: new ExclusiveChildren(statements, kinds, sourceValues, deletions, references),
      identityConflicts: new IdentityConflicts(statements, kinds, sourceValues),
      rehearse: <T>(work: () => T): T => this.#rehearse(work),
    };
    this.#tools = { ...tools, merges: new Merges(tools) };
    this.#deferred = new DeferredRecords(statements, sourceValues, references, deferredBefore);
    this.#records = new SourceRecords(this.#tools);
    this.#byHand = new RecordEditing(this.#tools);
  }

  /**
   * Called at the start of a transaction; drops caches invalidated by other writers and rollbacks.
   * @param isShared whether other writers use this connection, which `data_version` does not reveal
   */
  begin(isShared = false): void {
    const { data_version } = this.store.writer.query('PRAGMA data_version').get() as { data_version: number };
    const isOther = data_version !== this.#dataVersion || isShared;
    if (rollbacksOf(this.store.writer) !== this.#rollbacks) this.forget();
    else if (isOther) for (const cache of [this.#tools.references, this.#tools.locks]) cache.forget();
    this.#tools.references.begin();
    this.#dataVersion = data_version;
  }

  /** Drops all caches after a rollback. */
  forget(): void {
    this.#tools.references.forget();
    this.#tools.locks.forget();
    this.#tools.sourceValues.forget();
    this.#rollbacks = rollbacksOf(this.store.writer);
  }

  /** Source values, of which a first load collects those of new records and a whole source flags those it lacks. */
  get sourceValues(): Pick<SourceValues, 'startBatch' | 'endBatch' | 'seeOnly' | 'flagWithdrawn'> {
    return this.#tools.sourceValues;
  }

  /** Declares a source's rights before its first record in a transaction. */
  declareRights(source: string, rights: SourceRights): void {
    this.#tools.sourceValues.declareRights(source, rights);
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
        this.#tools.references.forgetAbove();
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
    writeSourceNotes(this.#tools.statements, source, notes);
  }

  /** Stores separately licensed values. */
  storeLicensed(values: readonly LicensedInput[], source: string): void {
    writeLicensedValues(this.#tools.statements, values, source);
  }

  /** Frees the statements. */
  close(): void {
    this.#savepoint.close();
    this.#editing.close();
    this.#rehearsal.close();
    this.#tools.sourceValues.close();
    this.#tools.statements.close();
    this.#updates.close();
  }

  #rehearse<T>(work: () => T): T {
    try {
      return this.#rehearsal.undone(work);
    } finally {
      this.forget();
    }
  }

  #write(record: RecordObject, imported: ImportedRecord, place: Origin): WrittenRecord {
    if (record.type === 'SlugRedirect') return { outcome: this.#tools.slugs.takeRedirect(record), isPresent: false };
    if (record.type !== 'MergedRecord' && record.type !== 'DeletedRecord') return this.#records.write(record, imported, place.source);
    this.#tools.references.forgetAbove();
    if (record.type === 'DeletedRecord') return { outcome: this.#tools.deletions.delete(record), isPresent: false };
    if (imported.authority === undefined)
      return { outcome: this.#tools.merges.take(record, this.#tools.sourceValues.rightsOf(place.source).takesSlugs), isPresent: false };
    if (!imported.isUndoable) return { outcome: this.#tools.merges.state(record, imported.isOfSource && place.source), isPresent: true };
    const { kind, id } = this.#tools.references.target(record);
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
    const slug = kind.isNamedBySlug ? this.#tools.references.slugOf(kind.table, names[0] as string) : undefined;
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

/** Manual changes to the catalog, recorded as revisions that can be reverted. */
export class RecordEditing {
  readonly #editor: Editor;
  readonly #snapshots: RecordSnapshots;
  readonly #log: RevisionLog;
  readonly #reverting: Revert;
  readonly #merging: MergeByHand;
  readonly #covers: CoverRows;

  constructor(private readonly tools: MergingTools) {
    this.#editor = new Editor(tools);
    this.#snapshots = new RecordSnapshots(tools.statements, tools.kinds, tools.locks);
    this.#log = new RevisionLog(tools.statements);
    this.#reverting = new Revert(tools, this.#editor, this.#log);
    this.#merging = new MergeByHand(tools, this.#editor);
    this.#covers = new CoverRows(tools.statements);
  }

  /** @throws {DomainError} if it is not possible; see {@link Editor} */
  edit(edit: Edit, author: Author): Edited {
    const snapshots = edit.action === 'delete' ? this.#snapshotsOf(edit.record) : undefined;
    const edited = this.#editor.edit(edit, author);
    this.#retainCovers(snapshots);
    return this.#recorded(edited, author, { snapshots });
  }

  /** Reverts a revision by UUID. */
  revert(uuid: string, author: Author): Edited {
    const revision = this.#log.find(uuid);
    const snapshots = revision?.action === 'added' ? this.#snapshotsOf({ type: revision.type, id: revision.iri }) : undefined;
    const { edited, reverted, beside } = this.#reverting.revert(uuid, author);
    this.#retainCovers(snapshots);
    if (beside) this.#log.add(beside, author, { reverted: this.#log.find(reverted.merge?.target ?? '')?.key });
    return this.#recorded(edited, author, { snapshots, reverted: reverted.key });
  }

  /** Merges a record into another of its kind, by IRI or UUID. */
  merge(kind: Kind, iri: string, into: string, author: Author): Edited {
    const { edited, target, remembered } = this.#merging.merge(kind, iri, into, author);
    const targetId = target && this.#log.add(target, author, {});
    const merge = remembered && { ...remembered.merge, target: targetId };
    const recorded = this.#recorded(edited, author, { snapshots: remembered?.gone, merge });
    for (const { isMoved, cover } of merge?.covers ?? []) if (!isMoved) this.#covers.keep(cover.hash);
    remembered?.setAside(this.#log.find(recorded.revisionId ?? '')?.key as number);
    return recorded;
  }

  /** Unlocks fields of a record; returns those that were locked. */
  unlock(kind: Kind, iri: string, names: readonly string[]): string[] {
    const addressed = this.#editor.address({ type: kind.type, id: iri });
    const found = this.#editor.find(addressed);
    if (!found) return [];
    return this.tools.locks.unlock({ ...this.tools.rows.planOf(kind, found.key), id: addressed.id }, found.key, names);
  }

  /** What is deleted with a record; nothing if it is missing. */
  #snapshotsOf(record: unknown): RecordSnapshot[] {
    const addressed = this.#editor.address(record);
    const found = this.#editor.find(addressed);
    return found ? this.#snapshots.read(addressed.kind, found.key) : [];
  }

  /** Keeps the covers of deleted records as long as replaced ones, since the record may be restored. */
  #retainCovers(snapshots: readonly RecordSnapshot[] = []): void {
    for (const { cover } of snapshots) if (cover) this.#covers.keep(cover.hash);
  }

  #recorded(edited: Edited, author: Author, beside: RevisionContext): Edited {
    return edited.revision ? { ...edited, revisionId: this.#log.add(edited.revision, author, beside) } : edited;
  }
}
