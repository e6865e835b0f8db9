import { uuidPattern } from '../../api/schema/checks';
import { idsOfIri } from '../../api/schema/registry';
import type { Kind, Kinds } from '../../kinds';
import type { FindKey, Table } from '../../kinds/attribute';
import type { Deserializer } from '../../kinds/deserialization';
import { type Message, message } from '../../messages/message';
import type { Connection, Value } from '../../store/database/connection';
import { followMerges, mergeTarget } from '../../store/database/merges';
import { type Columns, MissingReference, queryByKind, RecordError, type RecordObject } from './record';

export interface ReferenceTarget {
  readonly kind: Kind;
  readonly type: string;
  readonly id: string;
  readonly key: number;
}

/** What became of a UUID. */
interface Fate {
  readonly key: number | null;
  readonly mergedInto: string | null;
  /** Whether it was deleted, as opposed to superseded by a better source. */
  readonly isDeleted: 0 | 1;
}

const fateQuery = queryByKind(
  ({ table }) => `
    SELECT (SELECT key FROM "${table}" WHERE id = :id) AS key,
      (SELECT merged_into_id FROM merged_record WHERE resource_type = :type AND id = :id) AS mergedInto,
      EXISTS (SELECT 1 FROM deleted_record WHERE resource_type = :type AND id = :id AND is_superseded = 0) AS isDeleted`,
);

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
  /** The last row added to each table. */
  readonly #added = new Map<Table, { readonly key: number; readonly shape: number }>();
  readonly #dependents = new Map<Table, readonly Table[]>();
  #size = 0;
  #parents: ReadonlySet<Table | undefined> | undefined;
  /** The last parent checked against its own, since siblings are imported consecutively. */
  #innerKey: number | undefined;
  #outerId: string | undefined;
  /** Whether no merges exist in this transaction; `undefined` until queried. */
  #isNothingMerged: boolean | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly kinds: Kinds,
  ) {}

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

  /** {@link key}, to be passed on. */
  readonly findKey: FindKey = (table, reference) => this.key(table, reference);

  #remembered(table: Table, column: 'id' | 'slug', name: string): number {
    const known = this.#keys.get(table)?.get(name);
    if (known !== undefined && !this.#deleted.get(table)?.has(known)) return known;
    const found = this.find(table, column, name) ?? (column === 'id' ? this.#merged(table, name) : undefined);
    if (found === undefined) throw new MissingReference(table, name);
    this.#remember(table, name, found);
    return found;
  }

  /** Remembers the key of a new record, if others may follow below it. */
  noteAdded({ table, isNamedBySlug }: Kind, id: string, key: number): void {
    this.#parents ??= new Set(this.kinds.all.map(({ above }) => above.at(-1)?.table));
    if (!isNamedBySlug && this.#parents.has(table)) this.#remember(table, id, key);
    this.#added.set(table, { key, shape: this.shape });
  }

  /** Whether a row was just added to its table, until this is asked for the first time: its children follow. */
  isChildless(table: Table, key: number): boolean {
    const added = this.#added.get(table);
    this.#added.delete(table);
    return added?.key === key && added.shape === this.shape;
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
    return this.connection.get<{ key: number }>(`SELECT key FROM "${table}" WHERE ${column} = :name`, { name })?.key;
  }

  #merged(table: Table, id: string): number | undefined {
    return mergeTarget(this.connection, this.kinds.ofTable(table).type, id, (at) => this.find(table, 'id', at))?.found;
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
    return followMerges(this.connection, type, id, (at) => this.find(table, 'id', at))?.id;
  }

  /** Slug of a record by UUID; `undefined` if missing. */
  slugOf(table: Table, id: string): string | undefined {
    return this.connection.get<{ slug: string }>(`SELECT slug FROM "${table}" WHERE id = :id`, { id })?.slug;
  }

  /** Key of a record by UUID, or else what became of it. */
  fate(kind: Kind, id: string): Fate {
    return this.connection.get<Fate>(fateQuery(kind), { type: kind.type, id }) as Fate;
  }

  /** Direct merge target of a UUID. */
  mergedInto(type: string, id: string): string | undefined {
    this.#isNothingMerged ??= this.connection.get('SELECT id FROM merged_record LIMIT 1') === undefined;
    if (this.#isNothingMerged) return undefined;
    return this.connection.get<{ merged_into_id: string }>(
      'SELECT merged_into_id FROM merged_record WHERE resource_type = :type AND id = :id',
      { type, id },
    )?.merged_into_id;
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
    const found = this.connection.get<{ value: Value }>(`SELECT ${requirement.column} AS value FROM "${table}" WHERE key = :key`, { key });
    return found?.value === requirement.is ? undefined : requirement.problem;
  }

  /** Whether a UUID may be used for a part: free, or already a part of this record. */
  mayBePart(kind: Kind, id: string, key: number | undefined): boolean {
    const outer = `SELECT ${kind.parts?.column} AS "outer" FROM "${kind.table}" WHERE id = :id`;
    const found = kind.parts && this.connection.get<{ outer: number | null }>(outer, { id });
    return found === undefined || (found.outer !== null && found.outer === key);
  }

  /** Whether a reference chain between two columns leads from one key to another. */
  leadsBack(table: string, fromColumn: string, toColumn: string, to: number, from: number): boolean {
    const way = `
      WITH RECURSIVE way (key) AS (
        SELECT :from UNION SELECT next.${toColumn} FROM way CROSS JOIN "${table}" AS next ON next.${fromColumn} = way.key
      ) SELECT :to IN (SELECT key FROM way) AS found`;
    return this.connection.get<{ found: 0 | 1 }>(way, { from, to })?.found === 1;
  }

  /** Whether a reference chain leads from a key back to itself. */
  leadsToItself(table: string, fromColumn: string, toColumn: string, key: number): boolean {
    const query = `SELECT ${toColumn} AS next FROM "${table}" WHERE ${fromColumn} = :key AND ${toColumn} IS NOT NULL`;
    return this.connection.all<{ next: number }>(query, { key }).some(({ next }) => this.leadsBack(table, fromColumn, toColumn, key, next));
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
      const row = this.connection.get<{ above: number }>(`SELECT ${column} AS above FROM "${at}" WHERE key = :key`, { key: found });
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
    const found = this.connection.get<{ above: number }>(`SELECT ${outer.column} AS above FROM "${inner.table}" WHERE key = :key`, { key });
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
