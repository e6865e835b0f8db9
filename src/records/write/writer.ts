import { catalog } from '../../catalog';
import type { Kinds } from '../../kinds';
import type { Store } from '../../store/database/open';
import { rollbacksOf, Savepoint } from '../../store/database/savepoint';
import { Statements } from '../../store/database/sql';
import type { Author, Edit, Edited } from '../edit/edit';
import { RecordEditing } from '../edit/editing';
import { IdentityConflicts } from '../merge/identity-conflicts';
import { FieldMerging } from '../merge/merge-fields';
import { Merges } from '../merge/merges';
import { ExclusiveChildren } from '../provenance/exclusive-children';
import { FieldLocks } from '../provenance/field-locks';
import { SourceMemory } from '../provenance/memory';
import { type LicensedValue, type SourceRights, writeLicensedValues, writeSourceNotes } from '../provenance/sources';
import { type Arrived, type DeferredRecord, DeferredRecords, newestWaiting, type Unresolved } from './deferred-records';
import { Deletions } from './deletions';
import type { GivenRecord, Origin } from './given-record';
import { Planner } from './plan';
import { MissingReference, type Outcome, type ResourceObject, readRecord, refusalOf } from './record';
import { References } from './references';
import { RecordRows } from './rows';
import { Rules } from './rules';
import { Slugs } from './slugs';
import { SourceRecords, type Written } from './source-records';

/**
 * Writes records into the catalog: the one way data enters it. A record that is there is changed where the source says
 * something new and else not touched; one that points to a record which has yet to come waits for it. Runs within a
 * transaction that its caller holds.
 */
export class RecordWriter {
  readonly #savepoint: Savepoint;
  readonly #editing: Savepoint;
  readonly #rehearsal: Savepoint;
  readonly #statements: Statements;
  readonly #references: References;
  readonly #memory: SourceMemory;
  readonly #waiting: DeferredRecords;
  readonly #slugs: Slugs;
  readonly #merges: Merges;
  readonly #deletions: Deletions;
  readonly #rules: Rules;
  readonly #planner: Planner;
  readonly #rows: RecordRows;
  readonly #held: FieldLocks;
  readonly #oneSource: ExclusiveChildren;
  readonly #records: SourceRecords;
  readonly #byHand: RecordEditing;
  readonly #arrived: Arrived[] = [];
  readonly #refused: Unresolved[] = [];
  #dataVersion: number | undefined;
  #rollbacks = 0;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
    /** Records that wait under keys up to this one did so before the run. */
    waitingBefore = newestWaiting(store),
  ) {
    this.#savepoint = new Savepoint(store.writer, 'waiting_record');
    this.#editing = new Savepoint(store.writer, 'edit');
    this.#rehearsal = new Savepoint(store.writer, 'rehearsal');
    this.#statements = new Statements(store, { on: 'writer' });
    this.#references = new References(this.#statements, kinds);
    this.#memory = new SourceMemory(this.#statements);
    this.#waiting = new DeferredRecords(this.#statements, this.#memory, waitingBefore);
    this.#slugs = new Slugs(this.#statements, this.#references);
    this.#deletions = new Deletions(this.#statements, this.#references, kinds);
    this.#rules = new Rules(this.#statements, this.#references);
    this.#planner = new Planner(this.#references, this.#rules);
    this.#rows = new RecordRows(this.#statements, this.#references, this.#slugs);
    this.#held = new FieldLocks(this.#statements, this.#memory);
    this.#oneSource = new ExclusiveChildren(this.#statements, kinds, this.#memory, this.#deletions);
    const tools = {
      kinds,
      references: this.#references,
      memory: this.#memory,
      rows: this.#rows,
      held: this.#held,
      oneSource: this.#oneSource,
    };
    const twins = new IdentityConflicts(this.#statements, kinds, this.#memory);
    this.#merges = new Merges(this.#statements, this.#references, this.#slugs, kinds, new FieldMerging({ ...tools, twins }));
    this.#records = new SourceRecords({ ...tools, twins, planner: this.#planner, deletions: this.#deletions, merges: this.#merges });
    this.#byHand = new RecordEditing({
      kinds,
      statements: this.#statements,
      references: this.#references,
      planner: this.#planner,
      rows: this.#rows,
      deletions: this.#deletions,
      held: this.#held,
      memory: this.#memory,
      merges: this.#merges,
      rules: this.#rules,
      slugs: this.#slugs,
      rehearse: (work) => this.#rehearse(work),
    });
  }

  /**
   * Called at the start of each transaction: what others wrote since, and what was rolled back, is not believed.
   * @param isShared whether other writers use the same connection in between, which SQLite's `data_version` does not tell
   */
  begin(isShared = false): void {
    const { data_version } = this.store.writer.query('PRAGMA data_version').get() as { data_version: number };
    const isOther = data_version !== this.#dataVersion || isShared;
    if (rollbacksOf(this.store.writer) !== this.#rollbacks) this.forget();
    else if (isOther) for (const cache of [this.#references, this.#waiting, this.#held]) cache.forget();
    this.#references.begin();
    this.#rules.forget();
    this.#oneSource.forget();
    this.#dataVersion = data_version;
  }

  /** Drops everything that is cached: something that it may be of was rolled back, within this transaction or before. */
  forget(): void {
    this.#references.forget();
    this.#rules.forget();
    this.#oneSource.forget();
    this.#held.forget();
    this.#memory.forget();
    this.#waiting.forget();
    this.#rollbacks = rollbacksOf(this.store.writer);
  }

  /** Says that an empty catalog is filled from an export: what is remembered of its records is put in its place at the end. */
  gatherMemory(): void {
    this.#memory.gather();
  }

  /** Says what a source may do, before its first record in a transaction. */
  introduce(source: string, rights: SourceRights): void {
    this.#memory.introduce(source, rights);
  }

  /** @throws {RecordError} for a record that breaks a rule */
  write(given: GivenRecord, place: Origin): Outcome {
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

  /**
   * Writes what a person asks for, whole or not at all.
   * @throws {DomainError} for what cannot be done; see {@link RecordEditing}
   */
  edit(edit: Edit, author: Author): Edited {
    return this.byHand((editing) => editing.edit(edit, author));
  }

  /** Does what a person asks for, whole or not at all. What waited for a record that was added comes after it, as in an import. */
  byHand(work: (editing: RecordEditing) => Edited): Edited {
    try {
      return this.#editing.run(() => {
        const edited = work(this.#byHand);
        this.#rules.forget();
        if (edited.revision?.action === 'added') this.#arrive(edited.revision);
        return edited;
      });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** What became of records that had waited, since this was asked last. */
  takeArrived(): Arrived[] {
    return this.#arrived.splice(0);
  }

  /** Records that had waited and cannot be taken, since this was asked last. */
  takeRefused(): Unresolved[] {
    return this.#refused.splice(0);
  }

  /** The key that tells what waited before this run from what came to wait in it. */
  get waitingBefore(): number {
    return this.#waiting.before;
  }

  /** How many records waited before this run, of whatever source, and do so still. */
  countOlderWaiting(): number {
    return this.#waiting.countOlder();
  }

  /**
   * The records of a source that came to wait in this run, and wait still, and for what. They go on waiting: a later import
   * may bring it.
   */
  unresolved(source: string): Unresolved[] {
    return this.#waiting.of(source).map(({ given, place, reason }) => ({ place, reason, raw: JSON.stringify(given.record) }));
  }

  /** Forgets what waits of a source. */
  dropWaiting(source: string): void {
    this.#waiting.drop(source);
  }

  /** Writes what a source wants to remember for itself; `null` forgets. */
  rememberNotes(source: string, notes: readonly (readonly [name: string, value: string | null])[]): void {
    writeSourceNotes(this.#statements, source, notes);
  }

  /** Writes values under a licence of their own, apart from the records they are of. */
  rememberLicensed(values: readonly LicensedValue[], source: string): void {
    writeLicensedValues(this.#statements, values, source);
  }

  /** Flags the records that a source gave once and, now that it was read to its end, not in this run. */
  flagGone(source: string): number {
    return this.#memory.flagGone(source);
  }

  /** Frees the statements. */
  close(): void {
    this.#savepoint.close();
    this.#editing.close();
    this.#rehearsal.close();
    this.#statements.close();
  }

  #rehearse<T>(work: () => T): T {
    try {
      return this.#rehearsal.undone(work);
    } finally {
      this.forget();
    }
  }

  #write(record: ResourceObject, given: GivenRecord, place: Origin): Written {
    if (record.type === 'SlugRedirect') return { outcome: this.#slugs.takeRedirect(record), hasCome: false };
    if (record.type !== 'MergedRecord' && record.type !== 'DeletedRecord') return this.#records.write(record, given, place.source);
    this.#rules.forget();
    this.#oneSource.forget();
    if (record.type === 'DeletedRecord') return { outcome: this.#deletions.delete(record), hasCome: false };
    if (given.authority === undefined)
      return { outcome: this.#merges.take(record, this.#memory.rightsOf(place.source).takesSlugs), hasCome: false };
    return { outcome: this.#merges.state(record), hasCome: true };
  }

  /** Writes what waited for a record, and what waited for that. */
  #arrive({ type, id }: Pick<ResourceObject, 'type' | 'id'>): void {
    const kind = this.kinds.find(type);
    if (!kind) return;
    const names = [id.slice(id.lastIndexOf('/') + 1).toLowerCase()];
    const slug = kind.isNamedBySlug ? this.#references.slugOf(kind.table, names[0] as string) : undefined;
    if (slug !== undefined) names.push(slug);
    for (const name of names) {
      for (const waiting of this.#waiting.take(kind.table, name)) this.#arriveOne(waiting);
    }
  }

  /** One that cannot be taken is refused by itself: what it waited for is in. */
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
