import { sql } from 'kysely';
import { uuidPattern } from '../../api/schema/checks';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Table } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { MergeRedirects } from '../../store/database/merges';
import { parameter, type Statements } from '../../store/database/sql';
import { MissingReference, RecordError, type RecordObject } from './record';

export interface ReferenceTarget {
  readonly kind: Kind;
  readonly type: string;
  readonly id: string;
  readonly key: number;
}

/** Cached keys, about 100 bytes each: the records of an album reference the same few. */
const maximumKeys = 50_000;

/** Finds referenced records. */
export class References {
  readonly #keys = new Map<Table, Map<string, number>>();
  /** Keys of deleted records, whose cached names are looked up again. */
  readonly #gone = new Map<Table, Set<number>>();
  readonly #dependents = new Map<Table, readonly Table[]>();
  readonly #merges: MergeRedirects;
  #size = 0;
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
    if (known !== undefined && !this.#gone.get(table)?.has(known)) return known;
    const found = this.find(table, column, name) ?? (column === 'id' ? this.#merged(table, name) : undefined);
    if (found === undefined) throw new MissingReference(table, name);
    this.#remember(table, name, found);
    return found;
  }

  #remember(table: Table, name: string, key: number): void {
    if (this.#size++ >= maximumKeys) this.forget();
    let keys = this.#keys.get(table);
    if (!keys) {
      keys = new Map();
      this.#keys.set(table, keys);
    }
    keys.set(name, key);
  }

  /** Called at the start of a transaction. Most catalogs have no merges, so this is checked once. */
  begin(): void {
    this.#isNothingMerged = undefined;
  }

  noteMerge(): void {
    this.#isNothingMerged = false;
  }

  /** Clears the cache: records may be gone. */
  forget(): void {
    this.#keys.clear();
    this.#gone.clear();
    this.#size = 0;
  }

  /** Clears cache entries of a deleted record and its dependents. */
  forgetGone(kind: Kind, key: number): void {
    if (this.#size++ >= maximumKeys) this.forget();
    const gone = this.#gone.get(kind.table);
    if (gone) gone.add(key);
    else this.#gone.set(kind.table, new Set([key]));
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
    return this.statements
      .get<{ key: number }>(`key ${table} ${column}`, (db) => db.selectFrom(table).select('key').where(column, '=', parameter('name')))
      .get({ name })?.key;
  }

  #merged(table: Table, id: string): number | undefined {
    const standing = this.standing(this.kinds.ofTable(table).type, table, id);
    return standing === undefined ? undefined : this.find(table, 'id', standing);
  }

  kindOf(type: unknown): Kind | undefined {
    return this.kinds.find(type);
  }

  /** ReferenceTarget of a redirect: its relationship `resource`, with the type in `resource_type`. */
  target({ attributes: { resource_type: type }, relationships }: RecordObject): ReferenceTarget {
    const kind = this.kinds.find(type);
    if (!kind) throw new RecordError(message('required'), 'resource_type');
    const { data } = (relationships.resource ?? {}) as { data?: unknown };
    const written = readId(kind, linkage(kind, data, 'resource'));
    const id = this.standing(kind.type, kind.table, written) ?? written;
    // By UUID for all kinds, since a role's slug may change.
    return { kind, type: kind.type, id, key: this.#remembered(kind.table, 'id', id) };
  }

  /** UUID of the current record, following merges. */
  standing(type: string, table: Table, id: string): string | undefined {
    return this.#merges.follow(type, id, (at) => this.find(table, 'id', at))?.id;
  }

  /** Slug of a record by UUID; `undefined` if missing. */
  slugOf(table: Table, id: string): string | undefined {
    return this.statements
      .get<{ slug: string }>(`slug of ${table}`, (db) => db.selectFrom(table).select('slug').where('id', '=', parameter('id')))
      .get({ id })?.slug;
  }

  /** Direct merge target of a UUID. */
  mergedInto(type: string, id: string): string | undefined {
    this.#isNothingMerged ??=
      this.statements.get('any merged', (db) => db.selectFrom('merged_record').select('id').limit(sql.lit(1))).get({}) === undefined;
    if (this.#isNothingMerged) return undefined;
    return this.statements
      .get<{ merged_into_id: string }>('merged', (db) =>
        db
          .selectFrom('merged_record')
          .select('merged_into_id')
          .where('resource_type', '=', parameter('type'))
          .where('id', '=', parameter('id')),
      )
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
