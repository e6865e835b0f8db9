import { catalog } from '../../catalog';
import type { Kind, Kinds } from '../../kinds';
import type { Store } from '../../store/database/open';
import { Statements } from '../../store/database/sql';
import { rollbacksOf, Savepoint } from '../../store/database/transactions';
import type { Author, Edit, Edited } from '../edit/edit';
import { Editor } from '../edit/editor';
import { type GoneRecord, GoneRecords } from '../history/restore';
import { Revert } from '../history/revert';
import { type Beside, RevisionLog } from '../history/revisions';
import { IdentityConflicts } from '../merge/identity-conflicts';
import { MergeByHand } from '../merge/merge-by-hand';
import { Merges, type MergingTools } from '../merge/merges';
import { ExclusiveChildren } from '../provenance/exclusive-children';
import { FieldLocks } from '../provenance/field-locks';
import { SourceMemory } from '../provenance/source-values';
import { type LicensedInput, type SourceRights, writeLicensedValues, writeSourceNotes } from '../provenance/sources';
import { CoverRows } from './cover';
import { type Arrived, type DeferredRecord, DeferredRecords, newestWaiting, type Unresolved } from './deferred-records';
import { Deletions } from './deletions';
import { Planner } from './plan';
import { type ImportedRecord, MissingReference, type Origin, type RecordObject, readRecord, refusalOf, type WriteOutcome } from './record';
import { References } from './references';
import { RecordRows } from './rows';
import { Slugs } from './slugs';
import { SourceRecords, type WrittenRecord } from './source-records';

/**
 * Writes records into the catalog: the only way data enters it. Existing records change only where the source has news; records
 * with missing references are deferred. Runs in the caller's transaction.
 */
export class RecordWriter {
  readonly #savepoint: Savepoint;
  readonly #editing: Savepoint;
  readonly #rehearsal: Savepoint;
  readonly #tools: MergingTools;
  readonly #waiting: DeferredRecords;
  readonly #records: SourceRecords;
  readonly #byHand: RecordEditing;
  readonly #arrived: Arrived[] = [];
  readonly #refused: Unresolved[] = [];
  #dataVersion: number | undefined;
  #rollbacks = 0;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
    /** Highest deferred key before this run. */
    waitingBefore = newestWaiting(store),
  ) {
    this.#savepoint = new Savepoint(store.writer, 'waiting_record');
    this.#editing = new Savepoint(store.writer, 'edit');
    this.#rehearsal = new Savepoint(store.writer, 'rehearsal');
    const statements = new Statements(store, { on: 'writer' });
    const references = new References(statements, kinds);
    const memory = new SourceMemory(statements);
    const slugs = new Slugs(statements, references);
    const deletions = new Deletions(statements, references, kinds);
    const tools = {
      kinds,
      statements,
      references,
      memory,
      slugs,
      deletions,
      planner: new Planner(references),
      rows: new RecordRows(statements, references, slugs),
      held: new FieldLocks(statements, memory),
      oneSource: new ExclusiveChildren(statements, kinds, memory, deletions, references),
      twins: new IdentityConflicts(statements, kinds, memory),
      rehearse: <T>(work: () => T): T => this.#rehearse(work),
    };
    this.#tools = { ...tools, merges: new Merges(tools) };
    this.#waiting = new DeferredRecords(statements, memory, references, waitingBefore);
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
    else if (isOther) for (const cache of [this.#tools.references, this.#tools.held]) cache.forget();
    this.#tools.references.begin();
    this.#dataVersion = data_version;
  }

  /** Drops all caches after a rollback. */
  forget(): void {
    this.#tools.references.forget();
    this.#tools.held.forget();
    this.#tools.memory.forget();
    this.#rollbacks = rollbacksOf(this.store.writer);
  }

  /** Collects source values during a first load, to be moved at its end. */
  gatherMemory(): void {
    this.#tools.memory.gather();
  }

  /** Declares a source's rights before its first record in a transaction. */
  introduce(source: string, rights: SourceRights): void {
    this.#tools.memory.introduce(source, rights);
  }

  /** @throws {RecordError} for a record that breaks a rule */
  write(given: ImportedRecord, place: Origin): WriteOutcome {
    const record = readRecord(given.record);
    try {
      const { outcome, hasCome } = this.#write(record, given, place);
      if (hasCome) this.#arrive(record.type === 'MergedRecord' ? { type: String(record.attributes.resource_type), id: record.id } : record);
      return outcome;
    } catch (error) {
      if (!(error instanceof MissingReference)) throw error;
      this.#waiting.add(record, given, place, error);
      return 'waiting';
    }
  }

  /** Applies a manual edit atomically. Records deferred for an added one follow, as in an import. */
  byHand(work: (editing: RecordEditing) => Edited): Edited {
    try {
      return this.#editing.run(() => {
        const edited = work(this.#byHand);
        this.#tools.references.forgetAbove();
        if (edited.revision?.action === 'added') this.#arrive(edited.revision);
        return edited;
      });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Returns and clears the outcomes of deferred records. */
  takeArrived(): Arrived[] {
    return this.#arrived.splice(0);
  }

  /** Returns and clears refused deferred records. */
  takeRefused(): Unresolved[] {
    return this.#refused.splice(0);
  }

  /** Highest deferred key before this run. */
  get waitingBefore(): number {
    return this.#waiting.before;
  }

  /** Number of records deferred before this run, of any source, and still waiting. */
  countOlderWaiting(): number {
    return this.#waiting.countOlder();
  }

  /** Records of a source deferred in this run, with what they wait for. They stay for later imports. */
  unresolved(source: string): Unresolved[] {
    return this.#waiting.of(source).map(({ given, place, reason }) => ({ place, reason, raw: JSON.stringify(given.record) }));
  }

  /** Deletes deferred records of a source. */
  dropWaiting(source: string): void {
    this.#waiting.drop(source);
  }

  /** Stores notes of a source; `null` deletes. */
  rememberNotes(source: string, notes: readonly (readonly [name: string, value: string | null])[]): void {
    writeSourceNotes(this.#tools.statements, source, notes);
  }

  /** Stores separately licensed values. */
  rememberLicensed(values: readonly LicensedInput[], source: string): void {
    writeLicensedValues(this.#tools.statements, values, source);
  }

  /** Flags records that a completely read source no longer has. */
  flagGone(source: string): number {
    return this.#tools.memory.flagGone(source);
  }

  /** Frees the statements. */
  close(): void {
    this.#savepoint.close();
    this.#editing.close();
    this.#rehearsal.close();
    this.#tools.statements.close();
  }

  #rehearse<T>(work: () => T): T {
    try {
      return this.#rehearsal.undone(work);
    } finally {
      this.forget();
    }
  }

  #write(record: RecordObject, given: ImportedRecord, place: Origin): WrittenRecord {
    if (record.type === 'SlugRedirect') return { outcome: this.#tools.slugs.takeRedirect(record), hasCome: false };
    if (record.type !== 'MergedRecord' && record.type !== 'DeletedRecord') return this.#records.write(record, given, place.source);
    this.#tools.references.forgetAbove();
    if (record.type === 'DeletedRecord') return { outcome: this.#tools.deletions.delete(record), hasCome: false };
    if (given.authority === undefined)
      return { outcome: this.#tools.merges.take(record, this.#tools.memory.rightsOf(place.source).takesSlugs), hasCome: false };
    return { outcome: this.#tools.merges.state(record), hasCome: true };
  }

  /** Writes records deferred for this one, recursively. */
  #arrive({ type, id }: Pick<RecordObject, 'type' | 'id'>): void {
    const kind = this.kinds.find(type);
    if (!kind) return;
    const names = [id.slice(id.lastIndexOf('/') + 1).toLowerCase()];
    const slug = kind.isNamedBySlug ? this.#tools.references.slugOf(kind.table, names[0] as string) : undefined;
    if (slug !== undefined) names.push(slug);
    for (const name of names) {
      for (const waiting of this.#waiting.take(kind.table, name)) this.#arriveOne(waiting);
    }
  }

  /** Refusing a deferred record does not affect the one it waited for. */
  #arriveOne({ given, place }: DeferredRecord): void {
    try {
      const { type } = given.record as { type: string };
      const isQuiet = given.waitsQuietly === true;
      this.#arrived.push({ type, isQuiet, outcome: this.#savepoint.run(() => this.write(given, place)) });
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.forget();
      this.#refused.push({ place, reason, raw: JSON.stringify(given.record) });
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
  readonly #gone: GoneRecords;
  readonly #log: RevisionLog;
  readonly #reverting: Revert;
  readonly #merging: MergeByHand;
  readonly #covers: CoverRows;

  constructor(private readonly tools: MergingTools) {
    this.#editor = new Editor(tools);
    this.#gone = new GoneRecords(tools.statements, tools.kinds, tools.held);
    this.#log = new RevisionLog(tools.statements);
    this.#reverting = new Revert(tools, this.#editor, this.#log);
    this.#merging = new MergeByHand(tools, this.#editor);
    this.#covers = new CoverRows(tools.statements);
  }

  /** @throws {DomainError} if it is not possible; see {@link Editor} */
  edit(edit: Edit, author: Author): Edited {
    const gone = edit.action === 'delete' ? this.#goneWith(edit.record) : undefined;
    const edited = this.#editor.edit(edit, author);
    this.#keepCovers(gone);
    return this.#kept(edited, author, { gone });
  }

  /** Reverts a revision by UUID. */
  revert(uuid: string, author: Author): Edited {
    const there = this.#log.find(uuid);
    const gone = there?.action === 'added' ? this.#goneWith({ type: there.type, id: there.iri }) : undefined;
    const { edited, reverted, beside } = this.#reverting.revert(uuid, author);
    this.#keepCovers(gone);
    if (beside) this.#log.add(beside, author, { reverted: this.#log.find(reverted.merge?.target ?? '')?.key });
    return this.#kept(edited, author, { gone, reverted: reverted.key });
  }

  /** Merges a record into another of its kind, by IRI or UUID. */
  merge(kind: Kind, iri: string, into: string, author: Author): Edited {
    const { edited, target, remembered } = this.#merging.merge(kind, iri, into, author);
    const targetId = target && this.#log.add(target, author, {});
    const merge = remembered && { ...remembered.merge, target: targetId };
    const kept = this.#kept(edited, author, { gone: remembered?.gone, merge });
    for (const { isMoved, cover } of merge?.covers ?? []) if (!isMoved) this.#covers.keep(cover.hash);
    remembered?.setAside(this.#log.find(kept.revisionId ?? '')?.key as number);
    return kept;
  }

  /** Unlocks fields of a record; returns those that were locked. */
  unlock(kind: Kind, iri: string, names: readonly string[]): string[] {
    const addressed = this.#editor.address({ type: kind.type, id: iri });
    const found = this.#editor.find(addressed);
    if (!found) return [];
    return this.tools.held.unlock({ ...this.tools.rows.planOf(kind, found.key), id: addressed.id }, found.key, names);
  }

  /** What is deleted with a record; nothing if it is missing. */
  #goneWith(record: unknown): GoneRecord[] {
    const addressed = this.#editor.address(record);
    const found = this.#editor.find(addressed);
    return found ? this.#gone.read(addressed.kind, found.key) : [];
  }

  /** Keeps the covers of deleted records as long as replaced ones, since the record may be restored. */
  #keepCovers(gone: readonly GoneRecord[] = []): void {
    for (const { cover } of gone) if (cover) this.#covers.keep(cover.hash);
  }

  #kept(edited: Edited, author: Author, beside: Beside): Edited {
    return edited.revision ? { ...edited, revisionId: this.#log.add(edited.revision, author, beside) } : edited;
  }
}
