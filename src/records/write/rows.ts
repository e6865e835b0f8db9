import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { OwnedRows } from '../../kinds/deserialization';
import type { Parts } from '../../kinds/parts';
import { insertText, type Statement, type Statements, updateText, type Value, type Values } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { nameHash } from '../provenance/hashes';
import { decideParts, isTaken, type MergedFields, mergeFields, type Precedence, precedenceOfParts } from '../provenance/precedence';
import { noKey, type WritePlan } from './plan';
import { type Columns, storedTimeOf, type WriteOutcome } from './record';
import type { References } from './references';
import type { Slugs } from './slugs';

/** Result of writing over a record. */
export interface RowChange {
  readonly outcome: WriteOutcome;
  /** Hashes of the names of fields taken. */
  readonly taken: ReadonlySet<number>;
}

/** Writes plans: the record's row, its lists, slug and parts. */
export class RecordRows {
  readonly #tables = new Map<Kind, KindTable>();

  constructor(
    private readonly statements: Statements,
    /** One for each set of columns that changes. */
    private readonly updates: Statements,
    private readonly references: References,
    private readonly slugs: Slugs,
  ) {}

  /**
   * `unchanged` if an identical record exists, for kinds that allow only one.
   * @param had former key of a restored record, so that reference hashes match again
   */
  add(plan: WritePlan, precedence: Precedence, had?: number): WriteOutcome {
    const { kind, id, attributes, columns, owned } = plan;
    const table = this.#table(kind);
    if (table.identical(columns) !== undefined) return 'unchanged';
    const slug = this.slugs.slug(kind, id, attributes, undefined, precedence.othersMakeRoom === true);
    const key = table.insert(id, { ...columns, ...slug }, attributes, had);
    for (const list of owned) table.addOwned(list, key);
    for (const part of plan.parts ?? []) this.#writePart(part, key, precedence);
    return 'added';
  }

  change(plan: WritePlan, key: number, precedence: Precedence): RowChange {
    const { kind, attributes, owned } = plan;
    const { othersMakeRoom = false } = precedence;
    const table = this.#table(kind);
    const stored = table.row(key, plan.columns);
    const current = owned.map((list) => table.owned(list, key));
    const merged = mergeFields(plan, stored, current, precedence);
    for (const index of merged.replaced) table.replaceOwned(owned[index] as WritePlan['owned'][number], key);
    const partsDecision = plan.parts && decideParts(precedence, (kind.parts as Parts).attribute);
    const areNew = partsDecision !== undefined && isTaken(partsDecision);
    if (areNew) merged.taken.add(nameHash((kind.parts as Parts).attribute));
    const partsDiffer = areNew && this.#writeParts(kind, plan.parts ?? [], key, precedence);
    const slug = this.#slugOf(plan, stored, merged, precedence);
    const renamed = slug.slug !== undefined && slug.slug !== stored.slug;
    const times = {
      created_at: storedTimeOf(attributes.created_at) ?? stored.created_at ?? null,
      // A mirrored record without a modification time was recreated there.
      updated_at: storedTimeOf(attributes.updated_at) ?? (othersMakeRoom ? null : (stored.updated_at ?? null)),
    };
    const isChanged = merged.isChanged || partsDiffer || renamed;
    const { taken } = merged;
    if (!isChanged && times.created_at === stored.created_at && times.updated_at === stored.updated_at)
      return { outcome: merged.keepsLocked || partsDecision === 'keep' ? 'kept' : 'unchanged', taken };
    if (isChanged && storedTimeOf(attributes.updated_at) === undefined && !othersMakeRoom) times.updated_at = now();
    table.update(key, stored, { ...merged.columns, ...slug, ...times });
    return { outcome: 'changed', taken };
  }

  /** New slug of a record: requested, or following a better name; `undefined` if unchanged. */
  #slugOf(plan: WritePlan, stored: Columns, { columns, outranked }: MergedFields, precedence: Precedence): { slug?: string } {
    const { kind, id, attributes, states } = plan;
    if (!kind.slugFrom || precedence.locks?.has(nameHash('slug'))) return {};
    if (states('slug') && attributes.slug)
      return attributes.slug === stored.slug ? {} : this.slugs.slug(kind, id, attributes, stored, precedence.othersMakeRoom === true);
    if (!outranked.has(kind.slugFrom)) return {};
    return this.slugs.follow(kind, id, String(columns[kind.slugFrom]), stored.slug as string, attributes);
  }

  /** Key and UUID of an imported record with the same identifying columns. */
  duplicateOf({ kind, columns }: WritePlan): { readonly key: number; readonly id: string } | undefined {
    return this.#table(kind).duplicateOf(columns);
  }

  /** Plan equivalent to a record's current state, without parts. */
  planOf(kind: Kind, key: number): WritePlan {
    const { deserializer } = kind;
    const table = this.#table(kind);
    const names = [
      ...Object.keys(deserializer.columns({}, noKey)),
      ...Object.values(deserializer.relationships).map(({ column }) => column),
    ];
    const parentColumns = [kind.above.at(-1)?.column, kind.parts?.column].filter((name) => name !== undefined);
    const row = table.row(key, Object.fromEntries([...parentColumns, ...names].map((name) => [name, null])));
    const columns = Object.fromEntries([...parentColumns, ...names].map((name) => [name, row[name] as Value]));
    const owned = deserializer.owned({}, noKey).map((list) => ({ ...list, rows: table.owned(list, key).map((row) => JSON.parse(row)) }));
    const states = (attribute: string | undefined) => attribute !== undefined;
    return { kind, deserializer, id: '', attributes: {}, columns, owned, parts: undefined, states, stated: () => undefined };
  }

  /** Deletes all list rows of a record. */
  emptyLists({ kind, owned }: WritePlan, key: number): void {
    for (const list of owned) this.#table(kind).replaceOwned({ ...list, rows: [] }, key);
  }

  #writeParts(kind: Kind, parts: readonly WritePlan[], key: number, precedence: Precedence): boolean {
    const outcomes = parts.map((part) => this.#writePart(part, key, precedence));
    const deleted = this.statements
      .text(`DELETE FROM "${kind.table}" WHERE ${(kind.parts as Parts).column} = :key AND id NOT IN (SELECT value FROM json_each(:kept))`)
      .run({ key, kept: JSON.stringify(parts.map(({ id }) => id)) });
    return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
  }

  #writePart(part: WritePlan, parent: number, precedence: Precedence): WriteOutcome {
    const plan = { ...part, columns: { ...part.columns, [(part.kind.parts as Parts).column]: parent } };
    const key = this.references.find(part.kind.table, 'id', part.id);
    const whole = precedenceOfParts(precedence);
    return key === undefined ? this.add(plan, whole) : this.change(plan, key, whole).outcome;
  }

  #table(kind: Kind): KindTable {
    let table = this.#tables.get(kind);
    if (!table) {
      table = new KindTable(this.statements, this.updates, kind);
      this.#tables.set(kind, table);
    }
    return table;
  }
}

/** Reads and writes rows of one kind. */
export class KindTable {
  #insert: Statement<never, Values> | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly updates: Statements,
    private readonly kind: Kind,
  ) {}

  row(key: number, columns: Columns): Columns {
    const { table, slugFrom } = this.kind;
    const names = [...Object.keys(columns), 'created_at', 'updated_at', ...(slugFrom ? ['slug'] : [])];
    return this.statements.text<Columns>(`SELECT ${quoted(names)} FROM "${table}" WHERE key = :key`).get({ key }) as Columns;
  }

  /** Key of the record with the same unique columns. */
  identical(columns: Columns): number | undefined {
    return this.kind.identity && this.#like(this.kind.identity, columns)?.key;
  }

  /** Imported record with the same identifying columns. */
  duplicateOf(columns: Columns): { readonly key: number; readonly id: string } | undefined {
    const { identity, likeness = identity } = this.kind;
    return likeness && this.#like(likeness, columns);
  }

  #like(names: readonly string[], columns: Columns): { readonly key: number; readonly id: string } | undefined {
    const { table } = this.kind;
    // NULLs are frequent, so they are not looked up by index.
    const empty = names.filter((name) => columns[name] === null);
    const conditions = names.map((name) => (empty.includes(name) ? `+"${name}" IS NULL` : `"${name}" = :${name}`));
    return this.statements
      .text<{ key: number; id: string }>(`SELECT key, id FROM "${table}" WHERE ${conditions.join(' AND ')}`)
      .get(Object.fromEntries(names.map((name) => [name, columns[name] as Value])));
  }

  /** @param key former key to reuse if free; otherwise the next one */
  insert(id: string, columns: Columns, attributes: Attributes, key?: number): number {
    const { table } = this.kind;
    const row = {
      ...columns,
      id,
      created_at: storedTimeOf(attributes.created_at) ?? now(),
      updated_at: storedTimeOf(attributes.updated_at) ?? null,
    };
    if (key !== undefined && this.#isFree(key)) return this.#insertAs({ ...row, key });
    this.#insert ??= this.statements.text(insertText(table, Object.keys(row)));
    return this.#insert.insert(row);
  }

  #insertAs(row: Columns): number {
    const { table } = this.kind;
    return this.statements.text(insertText(table, Object.keys(row))).insert(row);
  }

  #isFree(key: number): boolean {
    const { table } = this.kind;
    const found = this.statements.text(`SELECT key FROM "${table}" WHERE key = :key`);
    return found.get({ key }) === undefined;
  }

  /** Sets the columns that differ: SQLite writes every index and checks every reference of a SET column even if it is equal. */
  update(key: number, stored: Columns, columns: Columns): void {
    const { table } = this.kind;
    // The change feed follows every write of `updated_at`.
    const changed = Object.keys(columns).filter((name) => name === 'updated_at' || columns[name] !== stored[name]);
    this.updates.text(updateText(table, changed)).run({ ...columns, key });
  }

  /** Current rows of a list as JSON. */
  owned({ table, owner, columns, list }: OwnedRows, key: number): string[] {
    const current = this.statements
      .text<Record<string, Value>>(`SELECT ${quoted(columns)} FROM "${table}" WHERE ${ownedBy(owner, list)}`)
      .all({ key });
    return current.map((row) => JSON.stringify(columns.map((column) => row[column])));
  }

  replaceOwned(owned: OwnedRows, key: number): void {
    const { table, owner, list } = owned;
    this.statements.text(`DELETE FROM "${table}" WHERE ${ownedBy(owner, list)}`).run({ key });
    this.addOwned(owned, key);
  }

  addOwned({ table, owner, columns, rows }: OwnedRows, key: number): void {
    if (rows.length === 0) return;
    const insert = this.statements.text(insertText(table, [owner, ...columns]));
    for (const row of rows) {
      const values: Record<string, Value> = { [owner]: key };
      for (let index = 0; index < columns.length; index++) values[columns[index] as string] = row[index] as Value;
      insert.run(values);
    }
  }
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** SQL: rows of an owner; a table may be shared by several lists. */
const ownedBy = (owner: string, list: string | undefined): string => `${owner} = :key${list === undefined ? '' : ` AND list = '${list}'`}`;
