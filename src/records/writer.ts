import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { parameter } from '../database/prepare';
import type { Kinds } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Table } from '../kinds/attribute';
import { Deletions } from './deletions';
import type { GivenRecord, Origin } from './given-record';
import { contentHash } from './hashes';
import { type LicensedValue, writeLicensedValues } from './licensed-values';
import { Merges } from './merges';
import { hashesOf } from './plan';
import { Planner } from './planner';
import { MissingReference, type Outcome, RecordError, type ResourceObject, readRecord, requireAttributes } from './record';
import { RecordRows } from './record-rows';
import { References } from './references';
import { Rules } from './rules';
import { refusalOf, Savepoint } from './savepoint';
import { Slugs } from './slugs';
import { SourceMemory } from './source-memory';
import { writeSourceNotes } from './source-notes';
import type { SourceRights } from './source-rights';
import { Statements } from './statements';
import { type WaitingRecord, WaitingRecords } from './waiting-records';

/** A record that waited, and cannot be taken now that what it waited for has come; or that waits still. */
export interface Unresolved {
  readonly place: Origin;
  readonly reason: string;
  readonly raw: string;
}

/** What became of a record that had waited. */
export interface Arrived {
  readonly type: string;
  readonly outcome: Outcome;
}

/**
 * Writes records into the catalog: the one way data enters it. A record that is there is changed where the source says
 * something new and else not touched; one that points to a record which has yet to come waits for it. Runs within a
 * transaction that its caller holds.
 */
export class RecordWriter {
  readonly #savepoint: Savepoint;
  readonly #statements: Statements;
  readonly #references: References;
  readonly #memory: SourceMemory;
  readonly #waiting: WaitingRecords;
  readonly #slugs: Slugs;
  readonly #merges: Merges;
  readonly #deletions: Deletions;
  readonly #rules: Rules;
  readonly #planner: Planner;
  readonly #rows: RecordRows;
  readonly #arrived: Arrived[] = [];
  readonly #refused: Unresolved[] = [];
  #dataVersion: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#savepoint = new Savepoint(store.writer, 'waiting_record');
    this.#statements = new Statements(store);
    this.#references = new References(this.#statements, kinds);
    this.#memory = new SourceMemory(this.#statements);
    this.#waiting = new WaitingRecords(this.#statements, this.#memory);
    this.#slugs = new Slugs(this.#statements, this.#references);
    this.#merges = new Merges(this.#statements, this.#references, this.#slugs, kinds);
    this.#deletions = new Deletions(this.#statements, this.#references, kinds);
    this.#rules = new Rules(this.#statements, this.#references);
    this.#planner = new Planner(this.#references, this.#rules);
    this.#rows = new RecordRows(this.#statements, this.#references, this.#slugs);
  }

  /** Called at the start of each transaction: what others wrote since, and what was rolled back, is not believed. */
  begin(): void {
    const { data_version } = this.store.writer.query('PRAGMA data_version').get() as { data_version: number };
    if (data_version !== this.#dataVersion) this.#references.forget();
    this.#rules.forget();
    this.#dataVersion = data_version;
  }

  /** Called where a transaction was rolled back. */
  forget(): void {
    this.#references.forget();
    this.#rules.forget();
    this.#memory.forget();
    this.#waiting.forget();
  }

  /** Says what a source may do, before its first record in a transaction. */
  introduce(source: string, rights: SourceRights): void {
    this.#memory.introduce(source, rights);
  }

  /** @throws {RecordError} for a record that breaks a rule */
  write(given: GivenRecord, place: Origin): Outcome {
    const record = readRecord(given.record);
    try {
      const outcome = this.#write(record, given, place);
      if (outcome === 'added') this.#arrive(record);
      return outcome;
    } catch (error) {
      if (!(error instanceof MissingReference)) throw error;
      this.#waiting.add(record, given, place, error);
      return 'waiting';
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

  /** The records of a source that wait still, and for what. They go on waiting: a later import may bring it. */
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
    this.#statements.close();
  }

  #write(record: ResourceObject, { mode, text }: GivenRecord, place: Origin): Outcome {
    if (record.type === 'SlugRedirect') return this.#slugs.takeRedirect(record);
    if (record.type === 'MergedRecord' || record.type === 'DeletedRecord') {
      this.#rules.forget();
      return record.type === 'MergedRecord' ? this.#merges.merge(record) : this.#deletions.delete(record);
    }
    const kind = this.kinds.find(record.type);
    if (!kind) throw new RecordError(`There is no kind of record "${record.type.slice(0, 60)}".`);
    const ids = idsOfIri(kind, record.id);
    if (!ids) throw new RecordError(`${record.id.slice(0, 200)} is no IRI of type ${record.type}.`);
    const id = (ids.at(-1) as string).toLowerCase();
    const hash = contentHash(text ?? JSON.stringify(record));
    const key = this.#references.find(kind.table, 'id', id);
    this.#memory.see(place.source, record.type, id);
    const before = key === undefined ? undefined : this.#memory.find(place.source, record.type, id);
    if (before?.contentHash === hash && !before.isGone) return 'unchanged';
    if (key === undefined && this.#isGivenUp(record.type, id, place.source)) return 'kept';
    requireAttributes(kind, record.attributes, mode !== 'whole' && key !== undefined);
    const plan = this.#planner.plan(kind, record, ids, mode);
    const othersMakeRoom = mode === 'whole' && this.#memory.rightsOf(place.source).takesSlugs;
    const outcome = key === undefined ? this.#rows.add(plan, othersMakeRoom) : this.#rows.change(plan, key, before, mode, othersMakeRoom);
    this.#memory.remember(place.source, record.type, id, hash, hashesOf(plan, before));
    return outcome;
  }

  /** Whether somebody merged or deleted the record here; files of records and mirrors bring back what was deleted. */
  #isGivenUp(type: string, id: string, source: string): boolean {
    if (this.#references.mergedInto(type, id) !== undefined) return true;
    return !this.#memory.rightsOf(source).bringsBack && this.#deletions.isDeleted(type, id);
  }

  /** Writes what waited for a record, and what waited for that. */
  #arrive({ type, id, attributes }: ResourceObject): void {
    const kind = this.kinds.find(type);
    if (!kind) return;
    const names = [id.slice(id.lastIndexOf('/') + 1).toLowerCase()];
    if (kind.isNamedBySlug) names.push(this.#slugOf(kind.table, names[0] as string) ?? String(attributes.slug));
    for (const name of names) {
      for (const waiting of this.#waiting.take(kind.table, name)) this.#arriveOne(waiting);
    }
  }

  /** One that cannot be taken is refused by itself: what it waited for is in. */
  #arriveOne({ given, place }: WaitingRecord): void {
    try {
      const { type } = given.record as { type: string };
      this.#arrived.push({ type, outcome: this.#savepoint.run(() => this.write(given, place)) });
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      this.forget();
      this.#refused.push({ place, reason, raw: JSON.stringify(given.record) });
    }
  }

  #slugOf(table: Table, id: string): string | undefined {
    return this.#statements
      .get<{ slug: string }>(`slug of ${table}`, (db) => db.selectFrom(table).select('slug').where('id', '=', parameter('id')))
      .get({ id })?.slug;
  }
}
