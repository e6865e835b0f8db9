import type { Personal } from '../../api/read/viewer';
import type { Kind, Kinds } from '../../kinds';
import { Statements } from '../../store/database/sql';
import type { Store } from '../../store/database/store';
import { packedId, typeKey } from '../../store/values/packed-id';
import { listFieldOf, noKey, rowsHash, rowsOf, type WritePlan } from '../write/plan';
import { type Columns, ContainedRecords } from '../write/record';
import { type FieldHashes, listHash, nameHash, namesIn, packFields, unpackFields, valueHash } from './hashes';
import type { SourceValues } from './source-values';

/** Value hashes of locked fields by name hash; sources leave them alone. */
export type LockedFields = ReadonlyMap<number, number>;

/** Pseudo-source of locked fields. */
export const editors = 'editor';

/** Marks a field locked regardless of its value: slug and parts. */
const lockedWhole = 1;

/** Stores the locked fields of records. */
export class FieldLocks {
  #isAny: boolean | undefined;
  readonly #names: LockedFieldNames;

  constructor(
    private readonly statements: Statements,
    private readonly sourceValues: SourceValues,
  ) {
    this.#names = new LockedFieldNames(statements);
  }

  /** Clears the cache: others may have written the first lock. */
  forget(): void {
    this.#isAny ||= undefined;
  }

  find(type: string, id: string): LockedFields | undefined {
    this.#isAny ??= this.statements.text('SELECT key FROM import_source WHERE name = :name').get({ name: editors }) !== undefined;
    return this.#isAny ? this.sourceValues.find(editors, type, id)?.fields : undefined;
  }

  /** Locks fields of a plan, in addition to those locked already. */
  lock({ kind, deserializer, id, columns, owned, parts }: WritePlan, names: ReadonlySet<string>): void {
    const fields: FieldHashes = new Map(this.find(kind.type, id));
    for (const column in columns) {
      const origin = deserializer.originOf(column);
      if (origin !== undefined && names.has(origin)) fields.set(nameHash(column), valueHash(columns[column] as Columns[string]));
    }
    for (const list of owned) if (names.has(list.attribute)) fields.set(nameHash(listFieldOf(list)), rowsHash(list, rowsOf(list)));
    if (parts && kind.parts && names.has(kind.parts.attribute)) fields.set(nameHash(kind.parts.attribute), lockedWhole);
    if (names.has('slug')) fields.set(nameHash('slug'), lockedWhole);
    this.sourceValues.store(editors, kind.type, id, 0, fields);
    this.#isAny = true;
  }

  /** Unlocks fields of a record; returns the hashes of those that were locked. */
  remove({ kind, deserializer, id, columns, owned }: WritePlan, names: ReadonlySet<string>): ReadonlySet<number> {
    const locks = new Map(this.find(kind.type, id));
    const origins = new Set([...names].flatMap((name) => [name, `relationships.${name}`]));
    const fields = new Set(
      [
        ...Object.keys(columns).filter((column) => origins.has(deserializer.originOf(column) ?? '')),
        ...owned.filter(({ attribute }) => origins.has(attribute)).map(listFieldOf),
        ...[kind.parts?.attribute ?? '', 'slug'].filter((name) => origins.has(name)),
      ]
        .map(nameHash)
        .filter((name) => locks.delete(name)),
    );
    if (fields.size > 0) this.sourceValues.store(editors, kind.type, id, 0, locks);
    return fields;
  }

  /** Unlocks fields of a record; returns the names of those that were locked. Source values return with the next import. */
  unlock(plan: WritePlan, key: number, names: readonly string[]): string[] {
    const locked = this.#names.of(plan.kind, key).filter((name) => names.includes(name));
    if (locked.length === 0) return [];
    const removed = this.remove(plan, new Set(locked));
    const current = [
      ...Object.entries(plan.columns).map(([column, value]) => [nameHash(column), valueHash(value)] as const),
      ...plan.owned.map((list) => [nameHash(listFieldOf(list)), listHash(rowsOf(list))] as const),
    ];
    this.sourceValues.reopen(plan.kind.type, plan.id, new Map(current.filter(([name]) => removed.has(name))));
    return locked;
  }

  /** Locked fields in text form. */
  packed(locks: LockedFields): string {
    return Buffer.from(packFields(locks)).toString('base64');
  }

  /** Locks the fields of a restored record again. */
  restore({ type }: Kind, id: string, packed: string): void {
    this.sourceValues.store(editors, type, id, 0, unpackFields(Buffer.from(packed, 'base64')));
    this.#isAny = true;
  }

  /** Replaces the locked fields of a record. */
  replace(type: string, id: string, locks: LockedFields): void {
    this.sourceValues.store(editors, type, id, 0, new Map(locks));
    this.#isAny = true;
  }

  /**
   * Copies locks to the merge target, unless it has its own.
   * @param only name hashes to copy, if not all
   */
  copy(type: string, from: string, into: string, only?: ReadonlySet<number>): void {
    const passed = [...(this.find(type, from) ?? [])].filter(([name]) => only?.has(name) ?? true);
    if (passed.length > 0) this.sourceValues.store(editors, type, into, 0, new Map([...passed, ...(this.find(type, into) ?? [])]));
  }

  /** Deletes the locks of a deleted record. */
  delete({ type }: Kind, id: string): void {
    this.sourceValues.delete(editors, type, id);
  }
}

const locksOfRow = `
  CROSS JOIN imported_record AS r ON r.type_key = ${typeKey(':type')} AND r.id = ${packedId('x.id')}
    AND r.source_key = (SELECT key FROM import_source WHERE name = :editors)
  CROSS JOIN said_fields AS f ON f.key = r.fields_key`;

/** Reads the names of locked fields. */
export class LockedFieldNames {
  readonly #names = new Map<Kind, ReadonlyMap<number, string>>();

  constructor(private readonly statements: Statements) {}

  of(kind: Kind, key: number): string[] {
    const found = this.statements
      .text<{ name_hashes: Uint8Array }>(`SELECT f.name_hashes FROM "${kind.table}" AS x ${locksOfRow} WHERE x.key = :key`)
      .get({ key, type: kind.type, editors });
    if (!found) return [];
    const names = this.#namesOf(kind);
    return [...new Set(namesIn(found.name_hashes).flatMap((hash) => names.get(hash) ?? []))].sort();
  }

  /** Client-side field names by hash. */
  #namesOf(kind: Kind): ReadonlyMap<number, string> {
    let names = this.#names.get(kind);
    if (!names) {
      const { deserializer } = kind;
      const columns = [
        ...Object.keys(deserializer.columns({}, noKey)),
        ...Object.values(deserializer.relationships).map(({ column }) => column),
      ];
      const fields = [
        ...columns.map((column) => [column, deserializer.originOf(column) ?? column] as const),
        ...deserializer.owned({}, noKey).map((list) => [listFieldOf(list), list.attribute] as const),
        ...[kind.parts?.attribute ?? [], 'slug'].flat().map((name) => [name, name] as const),
      ];
      names = new Map(fields.map(([field, name]) => [nameHash(field), deserializer.relationshipOf(name) ?? name]));
      this.#names.set(kind, names);
    }
    return names;
  }
}

/**
 * Editor-only members of `meta`: locked fields, and for records edited with their contents, a version of these, so that the ETag
 * changes with any of them.
 */
export function editorNotes(store: Store, kinds: Kinds, mayEdit: (request: Request) => boolean): NonNullable<Personal['ofEditors']> {
  const statements = new Statements(store);
  const contained = new ContainedRecords(statements, kinds);
  const locks = new LockedFieldNames(statements);
  return (request, { type }, key) => {
    const kind = kinds.find(type);
    if (!kind || !mayEdit(request)) return undefined;
    const version = contained.version(kind, key);
    return { lockedFields: locks.of(kind, key), ...(version !== undefined && { version }) };
  };
}
