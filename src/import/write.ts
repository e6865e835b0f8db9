import { sql } from 'kysely';
import { catalog } from '../catalog';
import type { Store } from '../database/open';
import { parameter, type Value } from '../database/prepare';
import { now } from '../database/time';
import type { Kind, Kinds } from '../kinds';
import { idsOfIri } from '../kinds/address';
import type { Attributes, FindKey, Table } from '../kinds/attribute';
import type { Entrance } from '../kinds/entrance';
import type { Parts } from '../kinds/parts';
import { Deletions } from './deletions';
import { contentHash } from './hashes';
import { type Columns, givenTime, KindTable } from './kind-table';
import { Memory } from './memory';
import { merge } from './merging';
import { Moves } from './moves';
import { SourceNotes } from './notes';
import { hashesOf, type Plan } from './plan';
import { MissingReference, type Outcome, RecordError, readRecord, requireAttributes, type SourceRecord } from './record';
import { References } from './references';
import { Rules } from './rules';
import { refusalOf, Savepoint } from './savepoint';
import { Slugs } from './slugs';
import type { GivenRecord, LicensedValue, Mode, Place, SourceRights } from './source';
import { Statements } from './statements';
import { type Waiting, WaitingRecords } from './waiting';

/** A record that waited, and cannot be taken now that what it waited for has come; or that waits still. */
export interface Unresolved {
  readonly place: Place;
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
  readonly #memory: Memory;
  readonly #waiting: WaitingRecords;
  readonly #slugs: Slugs;
  readonly #moves: Moves;
  readonly #deletions: Deletions;
  readonly #rules: Rules;
  readonly #notes: SourceNotes;
  readonly #tables = new Map<Kind, KindTable>();
  readonly #findKey: FindKey;
  readonly #arrived: Arrived[] = [];
  readonly #refused: Unresolved[] = [];
  #dataVersion: number | undefined;
  /** Whether slugs are as another catalog has them: two records that swap theirs come one after the other. */
  #othersMakeRoom = false;

  constructor(
    private readonly store: Store,
    private readonly kinds: Kinds = catalog,
  ) {
    this.#savepoint = new Savepoint(store.writer, 'waiting_record');
    this.#statements = new Statements(store);
    this.#references = new References(this.#statements, kinds);
    this.#memory = new Memory(this.#statements);
    this.#waiting = new WaitingRecords(this.#statements, this.#memory);
    this.#slugs = new Slugs(this.#statements);
    this.#moves = new Moves(this.#statements, this.#references, this.#slugs, kinds);
    this.#deletions = new Deletions(this.#statements, this.#references, kinds);
    this.#rules = new Rules(this.#statements, this.#references);
    this.#notes = new SourceNotes(this.#statements);
    this.#findKey = (table, reference) => this.#references.key(table, reference);
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
  write(given: GivenRecord, place: Place): Outcome {
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
    this.#notes.remember(source, notes);
  }

  /** Writes values under a licence of their own, apart from the records they are of. */
  rememberLicensed(values: readonly LicensedValue[], source: string): void {
    this.#notes.rememberLicensed(values, source);
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

  #write(record: SourceRecord, { mode, text }: GivenRecord, place: Place): Outcome {
    if (record.type === 'SlugRedirect') return this.#moves.redirectSlug(record);
    if (record.type === 'MergedRecord' || record.type === 'DeletedRecord') {
      this.#rules.forget();
      return record.type === 'MergedRecord' ? this.#moves.merge(record) : this.#deletions.delete(record);
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
    const plan = this.#plan(kind, record, ids, mode);
    this.#othersMakeRoom = mode === 'whole' && this.#memory.rightsOf(place.source).takesSlugs;
    const outcome = key === undefined ? this.#add(plan) : this.#change(plan, key, before, mode);
    this.#memory.remember(place.source, record.type, id, hash, hashesOf(plan, before));
    return outcome;
  }

  /** Whether somebody merged or deleted the record here; files of records and mirrors bring back what was deleted. */
  #isGivenUp(type: string, id: string, source: string): boolean {
    if (this.#references.mergedInto(type, id) !== undefined) return true;
    return !this.#memory.rightsOf(source).bringsBack && this.#deletions.isDeleted(type, id);
  }

  #plan(kind: Kind, { attributes, relationships }: SourceRecord, ids: readonly string[], mode: Mode): Plan {
    const above = { ...this.#above(kind, ids), ...this.#relationships(kind, relationships, mode) };
    this.#rules.requireTargets(kind, above);
    const says = (attribute: string | undefined) =>
      mode === 'whole' || attribute === undefined || Object.hasOwn(attributes, attribute) || Object.hasOwn(relationships, attribute);
    const references = kind.parts ? { ...above, [kind.parts.column]: null } : above;
    return this.#planOne(kind, kind.entrance, (ids.at(-1) as string).toLowerCase(), attributes, references, says);
  }

  #planOne(kind: Kind, entrance: Entrance, id: string, attributes: Attributes, references: Columns, says: Plan['says']): Plan {
    const columns = { ...entrance.columns(attributes, this.#findKey), ...references };
    const owned = entrance.owned(attributes, this.#findKey);
    const parts = entrance.parts && says(entrance.parts.attribute) ? this.#planParts(kind, entrance.parts, attributes, columns) : undefined;
    return { kind, entrance, id, attributes, columns, owned, parts, says };
  }

  /** Parts stand in the same table under their record, and below what it stands below; they are what it says, all of it. */
  #planParts(kind: Kind, parts: PartsEntrance, attributes: Attributes, columns: Columns): Plan[] {
    const given = (attributes[parts.attribute] ?? []) as readonly { readonly id: string }[];
    if (given.length === 0) return [];
    const references: Record<string, Value> = { [parts.column]: null };
    for (const { column } of Object.values(kind.entrance.relationships)) references[column] = null;
    const above = kind.above.at(-1);
    if (above) references[above.column] = columns[above.column] ?? null;
    return given.map(({ id, ...said }) => this.#planOne(kind, parts.entrance, id.toLowerCase(), said, references, () => true));
  }

  #add(plan: Plan): Outcome {
    const { kind, id, attributes, columns, owned } = plan;
    const table = this.#table(kind);
    if (table.twin(columns) !== undefined) return 'unchanged';
    const key = table.insert(id, { ...columns, ...this.#slugs.slug(kind, id, attributes, undefined, this.#othersMakeRoom) }, attributes);
    for (const list of owned) table.addOwned(list, key);
    for (const part of plan.parts ?? []) this.#writePart(part, key);
    return 'added';
  }

  #change(plan: Plan, key: number, before: ReturnType<Memory['find']>, mode: Mode): Outcome {
    const { kind, id, attributes, owned } = plan;
    const table = this.#table(kind);
    const there = table.row(key, plan.columns);
    const merged = merge(
      plan,
      there,
      owned.map((list) => table.owned(list, key)),
      before,
      mode,
    );
    for (const index of merged.replaced) table.replaceOwned(owned[index] as Plan['owned'][number], key);
    const partsDiffer = plan.parts !== undefined && this.#writeParts(kind, plan.parts, key);
    const slug = plan.says('slug') && attributes.slug ? this.#slugs.slug(kind, id, attributes, there, this.#othersMakeRoom) : {};
    const renamed = slug.slug !== undefined && slug.slug !== there.slug;
    const times = {
      created_at: givenTime(attributes.created_at) ?? there.created_at ?? null,
      updated_at: givenTime(attributes.updated_at) ?? there.updated_at ?? null,
    };
    const isChanged = merged.isChanged || partsDiffer || renamed;
    if (!isChanged && times.created_at === there.created_at && times.updated_at === there.updated_at)
      return merged.isKept ? 'kept' : 'unchanged';
    // A record of another catalog that was never changed was made anew there.
    if (isChanged && givenTime(attributes.updated_at) === undefined) times.updated_at = this.#othersMakeRoom ? null : now();
    table.update(key, { ...merged.columns, ...slug }, times);
    return 'changed';
  }

  #writeParts(kind: Kind, parts: readonly Plan[], key: number): boolean {
    const outcomes = parts.map((part) => this.#writePart(part, key));
    const deleted = this.#statements
      .get(`drop parts ${kind.table}`, (db) =>
        db
          .deleteFrom(kind.table)
          .where((kind.parts as Parts).column, '=', parameter('key'))
          .where('id', 'not in', sql`(SELECT value FROM json_each(${parameter('kept')}))`),
      )
      .run({ key, kept: JSON.stringify(parts.map(({ id }) => id)) });
    return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
  }

  #writePart(part: Plan, parent: number): Outcome {
    const plan = { ...part, columns: { ...part.columns, [(part.kind.parts as Parts).column]: parent } };
    const key = this.#references.find(part.kind.table, 'id', part.id);
    return key === undefined ? this.#add(plan) : this.#change(plan, key, undefined, 'whole');
  }

  /** Writes what waited for a record, and what waited for that. */
  #arrive({ type, id, attributes }: SourceRecord): void {
    const kind = this.kinds.find(type);
    if (!kind) return;
    const names = [id.slice(id.lastIndexOf('/') + 1).toLowerCase()];
    if (kind.isNamedBySlug) names.push(this.#slugOf(kind.table, names[0] as string) ?? String(attributes.slug));
    for (const name of names) {
      for (const waiting of this.#waiting.take(kind.table, name)) this.#arriveOne(waiting);
    }
  }

  /** One that cannot be taken is refused by itself: what it waited for is in. */
  #arriveOne({ given, place }: Waiting): void {
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

  #table(kind: Kind): KindTable {
    let table = this.#tables.get(kind);
    if (!table) {
      table = new KindTable(this.#statements, kind);
      this.#tables.set(kind, table);
    }
    return table;
  }

  #above(kind: Kind, ids: readonly string[]): Columns {
    const above = kind.above.at(-1);
    if (!above) return {};
    const key = this.#references.key(above.table, ids.at(-2));
    this.#rules.requireAbove(kind, key, ids);
    return { [above.column]: key };
  }

  #relationships(kind: Kind, relationships: Attributes, mode: Mode): Columns {
    const known = kind.entrance.relationships;
    for (const name in relationships) {
      if (!Object.hasOwn(known, name)) throw new RecordError(`relationships.${name.slice(0, 60)}: this kind has no such relationship.`);
    }
    const columns: Record<string, number | null> = {};
    for (const name in known) {
      const { column, table, required } = known[name] as Entrance['relationships'][string];
      columns[column] = this.#references.related(name, table, relationships[name], required && mode === 'whole');
    }
    return columns;
  }
}

type PartsEntrance = NonNullable<Entrance['parts']>;
