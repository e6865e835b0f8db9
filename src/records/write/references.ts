import { uuidPattern } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import type { Kind, Kinds } from '../../kinds';
import type { Table } from '../../kinds/attribute';
import type { Deserializer } from '../../kinds/deserialization';
import { type Message, message } from '../../messages/message';
import { MergeRedirects } from '../../store/database/merges';
import type { Statements, Value } from '../../store/database/sql';
import { type Columns, MissingReference, RecordError, type RecordObject } from './record';

export interface ReferenceTarget {
  readonly kind: Kind;
  readonly type: string;
  readonly id: string;
  readonly key: number;
}

/** Cached keys, about 100 bytes each: the records of an album reference the same few. */
const maximumKeys = 50_000;

/** Finds referenced records and checks what they may be. */
export class References {
  /** Grows whenever other writers or a rollback may have changed anything: caches of an earlier one are outdated. */
  generation = 0;
  /** Grows in each transaction and whenever records may be deleted or moved. */
  shape = 0;
  readonly #keys = new Map<Table, Map<string, number>>();
  /** Keys of deleted records, whose cached names are looked up again. */
  readonly #deleted = new Map<Table, Set<number>>();
  readonly #dependents = new Map<Table, readonly Table[]>();
  readonly #merges: MergeRedirects;
  #size = 0;
  /** The last parent checked against its own, since siblings are imported consecutively. */
  #innerKey: number | undefined;
  #outerId: string | undefined;
  /** Whether no merges exist in this transaction; `undefined` until queried. */
  #isNothingMerged: boolean | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {
    this.#merges = new MergeRedirects(statements);
  }

  /**
   * Key of a record by IRI or UUID, following merges; roles by slug.
   * @throws {MissingReference} if it does not exist
   * @throws {RecordError} for an IRI of another kind
   */
  key(table: Table, reference: unknown): number {
    const kind = this.kinds.ofTable(table);
    if (kind.isNamedBySlug) return this.#remembered(table, 'slug', String(reference));
    return this.#remembered(table, 'id', readId(kind, reference));
  }

  #remembered(table: Table, column: 'id' | 'slug', name: string): number {
    const known = this.#keys.get(table)?.get(name);
    if (known !== undefined && !this.#deleted.get(table)?.has(known)) return known;
    const found = this.find(table, column, name) ?? (column === 'id' ? this.#merged(table, name) : undefined);
    if (found === undefined) throw new MissingReference(table, name);
    this.#remember(table, name, found);
    return found;
  }

  #remember(table: Table, name: string, key: number): void {
    if (this.#size++ >= maximumKeys) this.forgetKeys();
    let keys = this.#keys.get(table);
    if (!keys) {
      keys = new Map();
      this.#keys.set(table, keys);
    }
    keys.set(name, key);
  }

  /** Called at the start of a transaction. Most catalogs have no merges, so this is checked once. */
  begin(): void {
    this.forgetAbove();
    this.#isNothingMerged = undefined;
  }

  noteMerge(): void {
    this.#isNothingMerged = false;
  }

  /** Clears all caches: another writer or a rollback may have changed anything. */
  forget(): void {
    this.forgetKeys();
    this.generation++;
  }

  /** Clears the cached keys: records may be deleted. */
  forgetKeys(): void {
    this.forgetAbove();
    this.#keys.clear();
    this.#deleted.clear();
    this.#size = 0;
  }

  /** Clears cache entries of a deleted record and its dependents. */
  forgetDeleted(kind: Kind, key: number): void {
    if (this.#size++ >= maximumKeys) this.forgetKeys();
    const deleted = this.#deleted.get(kind.table);
    if (deleted) deleted.add(key);
    else this.#deleted.set(kind.table, new Set([key]));
    for (const table of this.#dependentsOf(kind)) this.#keys.delete(table);
  }

  #dependentsOf(kind: Kind): readonly Table[] {
    let found = this.#dependents.get(kind.table);
    if (!found) {
      const direct = this.kinds.all.filter((other) => isDependent(other, kind));
      found = [...(kind.parts ? [kind.table] : []), ...direct.flatMap((other) => [other.table, ...this.#dependentsOf(other)])];
      this.#dependents.set(kind.table, found);
    }
    return found;
  }

  /** Key of a record by UUID or slug; `undefined` if missing. */
  find(table: Table, column: 'id' | 'slug', name: string): number | undefined {
    return this.statements.text<{ key: number }>(`SELECT key FROM "${table}" WHERE ${column} = :name`).get({ name })?.key;
  }

  #merged(table: Table, id: string): number | undefined {
    return this.#merges.target(this.kinds.ofTable(table).type, id, (at) => this.find(table, 'id', at))?.found;
  }

  kindOf(type: unknown): Kind | undefined {
    return this.kinds.find(type);
  }

  /** Target of a redirect: its relationship `resource`, with the type in `resource_type`. */
  target({ attributes: { resource_type: type }, relationships }: RecordObject): ReferenceTarget {
    const kind = this.kinds.find(type);
    if (!kind) throw new RecordError(message('required'), 'resource_type');
    const { data } = (relationships.resource ?? {}) as { data?: unknown };
    const written = readId(kind, linkage(kind, data, 'resource'));
    const id = this.currentId(kind.type, kind.table, written) ?? written;
    // By UUID for all kinds, since a role's slug may change.
    return { kind, type: kind.type, id, key: this.#remembered(kind.table, 'id', id) };
  }

  /** UUID of the current record, following merges. */
  currentId(type: string, table: Table, id: string): string | undefined {
    return this.#merges.follow(type, id, (at) => this.find(table, 'id', at))?.id;
  }

  /** Slug of a record by UUID; `undefined` if missing. */
  slugOf(table: Table, id: string): string | undefined {
    return this.statements.text<{ slug: string }>(`SELECT slug FROM "${table}" WHERE id = :id`).get({ id })?.slug;
  }

  /** Direct merge target of a UUID. */
  mergedInto(type: string, id: string): string | undefined {
    this.#isNothingMerged ??= this.statements.text('SELECT id FROM merged_record LIMIT 1').get({}) === undefined;
    if (this.#isNothingMerged) return undefined;
    return this.statements
      .text<{ merged_into_id: string }>('SELECT merged_into_id FROM merged_record WHERE resource_type = :type AND id = :id')
      .get({ type, id })?.merged_into_id;
  }

  /** Key in a to-one relationship; `null` if empty. */
  related(name: string, table: Table, relationship: unknown, isRequired: boolean): number | null {
    const data = (relationship as { data?: unknown } | undefined)?.data;
    if (data === undefined || data === null) {
      if (isRequired) throw new RecordError(message('required'), `relationships.${name}`);
      return null;
    }
    return this.key(table, linkage(this.kinds.ofTable(table), data, name));
  }

  // Rules about what a reference leads to.

  /** Clears the cached parent: it may be deleted or moved. */
  forgetAbove(): void {
    this.shape++;
    this.#innerKey = undefined;
  }

  requireTargets({ deserializer }: Kind, columns: Columns): void {
    for (const name in deserializer.relationships) {
      const relationship = deserializer.relationships[name] as Deserializer['relationships'][string];
      const broken = this.brokenRequirement(relationship, columns[relationship.column]);
      if (broken !== undefined) throw new RecordError(broken, `relationships.${name}`);
    }
  }

  brokenRequirement({ requirement, table }: Deserializer['relationships'][string], key: Value | undefined): Message | undefined {
    if (!requirement || key === null || key === undefined) return undefined;
    const found = this.statements
      .text<{ value: Value }>(`SELECT ${requirement.column} AS value FROM "${table}" WHERE key = :key`)
      .get({ key });
    return found?.value === requirement.is ? undefined : requirement.problem;
  }

  /** Whether a record is a part. */
  isPart(kind: Kind, key: number): boolean {
    return kind.parts !== undefined && typeof this.#outerKey(kind, kind.parts.column, 'key', key) === 'number';
  }

  /** Whether a UUID may be used for a part: free, or already a part of this record. */
  mayBePart(kind: Kind, id: string, key: number | undefined): boolean {
    const outer = kind.parts && this.#outerKey(kind, kind.parts.column, 'id', id);
    return outer === undefined || (outer !== null && outer === key);
  }

  /** Key of a part's record; `null` for other records, `undefined` if missing. */
  #outerKey({ table }: Kind, column: string, by: 'key' | 'id', value: Value): number | null | undefined {
    return this.statements.text<{ outer: number | null }>(`SELECT ${column} AS "outer" FROM "${table}" WHERE ${by} = :value`).get({ value })
      ?.outer;
  }

  /** Whether a reference chain between two columns leads from one key to another. */
  leadsBack(table: string, fromColumn: string, toColumn: string, to: number, from: number): boolean {
    const way = `
      WITH RECURSIVE way (key) AS (
        SELECT :from UNION SELECT next.${toColumn} FROM way CROSS JOIN "${table}" AS next ON next.${fromColumn} = way.key
      ) SELECT :to IN (SELECT key FROM way) AS found`;
    return this.statements.text<{ found: 0 | 1 }>(way).get({ from, to })?.found === 1;
  }

  /** Whether a reference chain leads from a key back to itself. */
  leadsToItself(table: string, fromColumn: string, toColumn: string, key: number): boolean {
    const next = this.statements.text<{ next: number }>(
      `SELECT ${toColumn} AS next FROM "${table}" WHERE ${fromColumn} = :key AND ${toColumn} IS NOT NULL`,
    );
    return next.all({ key }).some((one) => this.leadsBack(table, fromColumn, toColumn, key, one.next));
  }

  /**
   * Refuses a record that leads back to itself, where its kind allows no circle.
   * @param stated columns to be written; without them, what is stored, by way of other records
   * @throws {RecordError}
   */
  requireNoCircle({ table, above, noCircle, deserializer }: Kind, key: number, stated?: Columns): void {
    const column = above.length === 0 && noCircle !== undefined ? deserializer.relationships[noCircle]?.column : undefined;
    if (column === undefined) return;
    if (stated ? stated[column] === key : this.leadsToItself(table, 'key', column, key))
      throw new RecordError(message('loop'), `relationships.${noCircle}`);
  }

  /** Key of a record's outermost parent. */
  rootOf({ table, above }: Kind, key: number): number {
    let [at, found]: [string, number] = [table, key];
    for (const { table: parent, column } of above.toReversed()) {
      const row = this.statements.text<{ above: number }>(`SELECT ${column} AS above FROM "${at}" WHERE key = :key`).get({ key: found });
      [at, found] = [parent, row?.above as number];
    }
    return found;
  }

  /** Checks the parents named in an IRI against each other. */
  requireAbove({ above }: Kind, key: number, ids: readonly string[]): void {
    const [outer, inner] = above.slice(-2);
    if (!outer || !inner) return;
    const outerId = ids.at(-3) as string;
    if (key === this.#innerKey && outerId === this.#outerId) return;
    const found = this.statements
      .text<{ above: number }>(`SELECT ${outer.column} AS above FROM "${inner.table}" WHERE key = :key`)
      .get({ key });
    if (found?.above !== this.key(outer.table, outerId)) {
      throw new RecordError(message('foreign_part', { part: nounOf(inner.table), kind: nounOf(outer.table) }));
    }
    this.#innerKey = key;
    this.#outerId = outerId;
  }
}

/** Whether records of a kind require one of another, as parent or reference. */
const isDependent = ({ table, above, pointers }: Kind, on: Kind): boolean =>
  table !== on.table &&
  (above.at(-1)?.table === on.table || pointers.some(({ type, owner, required }) => type === on.type && required && !owner));

/** Id of a resource identifier of a given kind. */
function linkage(kind: Kind, data: unknown, name: string): unknown {
  const { type, id } = (data ?? {}) as { type?: unknown; id?: unknown };
  if (type === kind.type && typeof id === 'string') return id;
  if (typeof type === 'string' && type !== kind.type)
    throw new RecordError(message('wrong_linkage_type', { type: kind.type, given: type.slice(0, 60) }), `relationships.${name}`);
  throw new RecordError(message('missing_linkage', { example: `{"type": "${kind.type}", "id": "…"}` }), `relationships.${name}`);
}

/** Lower-case UUID from a UUID or an IRI of the kind. */
function readId(kind: Kind, reference: unknown): string {
  if (typeof reference === 'string' && uuidPattern.test(reference)) return reference.toLowerCase();
  const id = typeof reference === 'string' ? idsOfIri(kind, reference)?.at(-1) : undefined;
  if (id === undefined)
    throw new RecordError(message('not_an_iri', { iri: String(JSON.stringify(reference)).slice(0, 100), type: kind.type }));
  return id.toLowerCase();
}

/** "release_format" within releases is "format". */
export const nounOf = (table: string): string => table.slice(table.lastIndexOf('_') + 1);
