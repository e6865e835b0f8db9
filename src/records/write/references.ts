import { sql } from 'kysely';
import { uuidPattern } from '../../api/schema/checks';
import type { Kind, Kinds } from '../../kinds';
import { idsOfIri } from '../../kinds/address';
import type { Table } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { Merges } from '../../store/database/merges';
import { parameter, type Statements } from '../../store/database/sql';
import { MissingReference, RecordError, type ResourceObject } from './record';

/** A record that another one names. */
export interface Target {
  readonly kind: Kind;
  readonly type: string;
  readonly id: string;
  readonly key: number;
}

/** The most keys remembered: an album's records name the same few again and again. Some 100 bytes each. */
const maximumKeys = 50_000;

/** Finds the records that others point to. */
export class References {
  readonly #keys = new Map<Table, Map<string, number>>();
  /** Keys of records that went: whatever name leads to one is looked up anew. */
  readonly #gone = new Map<Table, Set<number>>();
  readonly #dependents = new Map<Table, readonly Table[]>();
  readonly #merges: Merges;
  #size = 0;
  /** Whether nothing is merged so far in this transaction; `undefined` until it is asked for. */
  #isNothingMerged: boolean | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {
    this.#merges = new Merges(statements);
  }

  /**
   * The key of the record that is named by IRI or UUID, or of the one that it was merged into; an artist role is named
   * by its slug.
   * @throws {MissingReference} where it is not there
   * @throws {RecordError} where the IRI is one of another kind
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

  /** Called at the start of each transaction: of most catalogs that are filled nothing was merged, and need not be asked for each record. */
  begin(): void {
    this.#isNothingMerged = undefined;
  }

  noteMerge(): void {
    this.#isNothingMerged = false;
  }

  /** Forgets the keys: records may have gone. */
  forget(): void {
    this.#keys.clear();
    this.#gone.clear();
    this.#size = 0;
  }

  /** Forgets what led to a record that has gone, and to those that went with it. */
  forgetGone(kind: Kind, key: number): void {
    if (this.#size++ >= maximumKeys) this.forget();
    const gone = this.#gone.get(kind.table);
    if (gone) gone.add(key);
    else this.#gone.set(kind.table, new Set([key]));
    for (const table of this.#dependentsOf(kind)) this.#keys.delete(table);
  }

  /** The tables of what goes with a record of a kind. */
  #dependentsOf(kind: Kind): readonly Table[] {
    let found = this.#dependents.get(kind.table);
    if (!found) {
      const direct = this.kinds.all.filter((other) => isDependent(other, kind));
      found = [...(kind.parts ? [kind.table] : []), ...direct.flatMap((other) => [other.table, ...this.#dependentsOf(other)])];
      this.#dependents.set(kind.table, found);
    }
    return found;
  }

  /** The key of a record by its UUID or slug, `undefined` where there is none. */
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

  /** What a redirect leads to: the record of its relationship `resource`, of the type in `resource_type`. */
  target({ attributes: { resource_type: type }, relationships }: ResourceObject): Target {
    const kind = this.kinds.find(type);
    if (!kind) throw new RecordError(message('required'), 'resource_type');
    const { data } = (relationships.resource ?? {}) as { data?: unknown };
    const written = readId(kind, linkage(kind, data, 'resource'));
    const id = this.standing(kind.type, kind.table, written) ?? written;
    // By its UUID, whatever else names records of the kind: that of an artist role stays where its slug changes.
    return { kind, type: kind.type, id, key: this.#remembered(kind.table, 'id', id) };
  }

  /** The UUID of the record that stands for one: itself, or what it was merged into. */
  standing(type: string, table: Table, id: string): string | undefined {
    return this.#merges.follow(type, id, (at) => this.find(table, 'id', at))?.id;
  }

  /** The slug of a record by its UUID, `undefined` where there is none. */
  slugOf(table: Table, id: string): string | undefined {
    return this.statements
      .get<{ slug: string }>(`slug of ${table}`, (db) => db.selectFrom(table).select('slug').where('id', '=', parameter('id')))
      .get({ id })?.slug;
  }

  /** What a UUID was merged into, one step. */
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

  /** The key that a relationship to one holds; `null` where it is empty. */
  related(name: string, table: Table, relationship: unknown, isRequired: boolean): number | null {
    const data = (relationship as { data?: unknown } | undefined)?.data;
    if (data === undefined || data === null) {
      if (isRequired) throw new RecordError(message('required'), `relationships.${name}`);
      return null;
    }
    return this.key(table, linkage(this.kinds.ofTable(table), data, name));
  }
}

/** Whether records of a kind cannot be without the one of another that they stand below or point to. */
const isDependent = ({ table, above, pointers }: Kind, on: Kind): boolean =>
  table !== on.table &&
  (above.at(-1)?.table === on.table || pointers.some(({ type, owner, required }) => type === on.type && required && !owner));

/** The id of a resource identifier, whose type must be that of the kind. */
function linkage(kind: Kind, data: unknown, name: string): unknown {
  const { type, id } = (data ?? {}) as { type?: unknown; id?: unknown };
  if (type === kind.type && typeof id === 'string') return id;
  if (typeof type === 'string' && type !== kind.type)
    throw new RecordError(message('wrong_linkage_type', { type: kind.type, given: type.slice(0, 60) }), `relationships.${name}`);
  throw new RecordError(message('missing_linkage', { example: `{"type": "${kind.type}", "id": "…"}` }), `relationships.${name}`);
}

/** The UUID, in lower case, of what is named by UUID or by an IRI of the kind. */
function readId(kind: Kind, reference: unknown): string {
  if (typeof reference === 'string' && uuidPattern.test(reference)) return reference.toLowerCase();
  const id = typeof reference === 'string' ? idsOfIri(kind, reference)?.at(-1) : undefined;
  if (id === undefined)
    throw new RecordError(message('not_an_iri', { iri: String(JSON.stringify(reference)).slice(0, 100), type: kind.type }));
  return id.toLowerCase();
}
