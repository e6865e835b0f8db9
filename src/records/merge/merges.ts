import { sql } from 'kysely';
import { uuidPattern } from '../../api/schema/checks';
import type { Kind, Kinds } from '../../kinds';
import type { Table } from '../../kinds/attribute';
import { message } from '../../messages/message';
import { parameter, type Statements, writtenQuery } from '../../store/database/sql';
import { packedId, typeKey } from '../../store/values/packed-id';
import { now } from '../../store/values/time';
import { RecordError, type RecordObject, type WriteOutcome } from '../write/record';
import type { References, ReferenceTarget } from '../write/references';
import { givenTime } from '../write/rows';
import type { Slugs } from '../write/slugs';
import type { ExistingRecord, FieldMerging } from './merge-fields';

/** Merges records and maintains redirects. */
export class Merges {
  readonly #pointers: Pointers;

  constructor(
    private readonly statements: Statements,
    private readonly references: References,
    private readonly slugs: Slugs,
    private readonly kinds: Kinds,
    private readonly absorbing: FieldMerging,
  ) {
    this.#pointers = new Pointers(statements);
  }

  /**
   * Applies a merge of a file or another catalog, or a removal of a redirect.
   * @param isFollowed whether that catalog's version of the target follows
   */
  take(record: RecordObject, isFollowed: boolean): WriteOutcome {
    const { resource } = record.relationships as { resource?: { data?: unknown } };
    if (resource?.data !== null) return this.merge(record, isFollowed);
    return this.part(String(record.attributes.resource_type), record.id.toLowerCase()) ? 'changed' : 'unchanged';
  }

  /**
   * Merges the record if it exists and redirects its references. Earlier redirects are shortened, so no chains form; cycles are
   * rejected.
   */
  merge(record: RecordObject, isFollowed = false): WriteOutcome {
    const id = record.id.toLowerCase();
    if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
    const target = this.references.target(record);
    if (id === target.id) throw new RecordError(message('merge_into_itself'));
    const changes = this.#lead(target, id, givenTime(record.attributes.created_at));
    const key = this.references.find(target.kind.table, 'id', id);
    if (key !== undefined) {
      const emptied = isFollowed ? this.absorbing.empty(target.kind, { key, id }) : undefined;
      const moved = this.#dissolve(key, target, emptied);
      if (this.absorbing.listsOf(target.kind).some((table) => moved.has(table))) this.#touch(target);
    }
    return changes > 0 || key !== undefined ? 'added' : 'unchanged';
  }

  /**
   * Applies a source's statement that two records are one, in any order: existing records are merged field by field, later ones
   * are written to the other. Between several targets, the smaller UUID wins.
   */
  state(record: RecordObject): WriteOutcome {
    const id = record.id.toLowerCase();
    if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
    const target = this.references.target(record);
    if (id === target.id) return 'unchanged';
    const { kind, type } = target;
    const key = this.references.find(kind.table, 'id', id);
    const standing = this.references.mergedInto(type, id) === undefined ? undefined : this.references.standing(type, kind.table, id);
    if (key === undefined && standing !== undefined && standing <= target.id) return 'unchanged';
    if (key !== undefined) this.unite(kind, { key, id }, target);
    else this.#lead(target, id, givenTime(record.attributes.created_at));
    // Redirects changed.
    if (standing !== undefined) this.references.forgetKeys();
    return 'added';
  }

  /** @param givesWay whether only empty fields are filled, as by a provisional record */
  unite(kind: Kind, goes: ExistingRecord, stays: ExistingRecord, givesWay?: boolean): void {
    const { type } = kind;
    const target = { kind, type, ...stays };
    const [from, into] = [this.absorbing.known(type, goes.id), this.absorbing.known(type, stays.id)];
    this.#lead(target, goes.id, undefined);
    const emptied = this.absorbing.fill(kind, goes, stays, from, into, givesWay);
    for (const twins of this.absorbing.twins(kind, goes, stays)) {
      const areThere = [twins.goes, twins.stays].every(({ id }) => this.references.find(twins.kind.table, 'id', id) !== undefined);
      if (areThere) this.unite(twins.kind, twins.goes, twins.stays);
    }
    const slug = kind.slugFrom && this.#slugOf(kind.table, goes.key);
    this.#dissolve(goes.key, target, emptied);
    if (slug) this.slugs.inherit(kind, stays, slug);
  }

  /** Redirects a UUID to a record known under another one. */
  lead(kind: Kind, id: string, to: ExistingRecord): void {
    this.#lead({ kind, type: kind.type, ...to }, id, undefined);
  }

  /**
   * Removes a redirect, since its record exists again.
   * @returns whether there was one
   */
  part(type: string, id: string): boolean {
    const kind = this.kinds.find(type);
    const standing = kind && this.references.standing(type, kind.table, id);
    const key = kind && standing !== undefined ? this.references.find(kind.table, 'id', standing) : undefined;
    if (kind && key !== undefined) this.#readAnew(kind, key);
    const parted = this.statements
      .get('part', (db) => db.deleteFrom('merged_record').where('resource_type', '=', parameter('type')).where('id', '=', parameter('id')))
      .run({ type, id });
    this.references.forgetKeys();
    return parted > 0;
  }

  /** Records referring to the target may have meant the other one: forget their source documents. */
  #readAnew({ table }: Kind, key: number): void {
    this.absorbing.placeMemory();
    for (const pointer of this.#pointers.to(table)) {
      const naming = this.kinds.findByTable((pointer.owner ?? pointer.table) as Table);
      if (!naming) continue;
      const { table: from, column } = pointer;
      const of = `p."${pointer.owner_column ?? 'key'}"`;
      // For a part, its owner.
      const whole = naming.parts
        ? `coalesce((SELECT w."${naming.parts.column}" FROM "${naming.table}" AS w WHERE w.key = ${of}), ${of})`
        : of;
      const query = `
        UPDATE imported_record SET content_hash = 0
        WHERE source_key IN (SELECT key FROM import_source) AND type_key = ${typeKey('?1')} AND id IN (
          SELECT ${packedId('r.id')} FROM "${from}" AS p CROSS JOIN "${naming.table}" AS r ON r.key = ${whole}
          WHERE p."${column}" = ?2
        )`;
      this.statements.get(`read anew ${from}.${column}`, () => writtenQuery(query, 'type', 'key')).run({ type: naming.type, key });
    }
  }

  /** Changes a UUID, leaving a redirect. */
  rename(kind: Kind, { key, id: had }: ExistingRecord, id: string): void {
    const { table, type } = kind;
    this.statements
      .get(`rename ${table}`, (db) =>
        db
          .updateTable(table)
          .set({ id: parameter('id') })
          .where('key', '=', parameter('key')),
      )
      .run({ key, id });
    this.statements
      .get('tell of renamed', (db) =>
        db.insertInto('change_entry').values({ action: 'created', resource_type: parameter('type'), resource_id: parameter('id') }),
      )
      .run({ type, id });
    this.lead(kind, had, { key, id });
  }

  /** Redirects a UUID and its redirects. */
  #lead({ type, id: target }: ReferenceTarget, id: string, since: string | undefined): number {
    this.references.noteMerge();
    const changes = this.statements
      .get('merge', (db) =>
        db
          .insertInto('merged_record')
          .values({
            resource_type: parameter('type'),
            id: parameter('id'),
            merged_into_id: parameter('target'),
            created_at: parameter('now'),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['resource_type', 'id'])
              .doUpdateSet({
                merged_into_id: parameter('target'),
                created_at: sql`coalesce(${parameter('since')}, merged_record.created_at)`,
              })
              .where(
                sql<boolean>`(merged_record.merged_into_id <> ${parameter('target')} OR merged_record.created_at <> ${parameter('since')})`,
              ),
          ),
      )
      .run({ type, id, target, since: since ?? null, now: since ?? now() });
    const led = this.statements
      .get('lead on', (db) =>
        db
          .updateTable('merged_record')
          .set({ merged_into_id: parameter('target') })
          .where('resource_type', '=', parameter('type'))
          // Without this, the update scans the whole index that it writes.
          .where('id', 'in', ledTo),
      )
      .run({ type, id, target });
    return changes + led;
  }

  /**
   * Redirects references. Rows that would be duplicates at the target, such as a common link, are deleted.
   * @param emptied tables without rows of the record
   * @returns tables with moved rows
   */
  #dissolve(key: number, { kind, id, key: target }: ReferenceTarget, emptied: ReadonlySet<string> = new Set()): ReadonlySet<string> {
    const moved = new Set<string>();
    for (const pointer of this.#pointers.to(kind.table)) {
      const { table, column } = pointer;
      if (pointer.owner === null && emptied.has(table)) continue;
      if (pointer.owner) this.#touchOwners(pointer, key);
      const changes = this.statements
        .get(`repoint ${table}.${column}`, (db) => ({ compile: () => repoint(pointer, this.#isRecord(pointer)).compile(db) }))
        .run(this.#isRecord(pointer) ? { key, target, now: now() } : { key, target });
      if (changes > 0 && pointer.owner === null) moved.add(table);
      this.statements.get(`release ${table}.${column}`, (db) => db.deleteFrom(table).where(column, '=', parameter('key'))).run({ key });
    }
    if (kind.slugFrom) this.slugs.leave(kind, this.#slugOf(kind.table, key), id);
    this.statements.get(`delete ${kind.table}`, (db) => db.deleteFrom(kind.table).where('key', '=', parameter('key'))).run({ key });
    this.references.forgetGone(kind, key);
    return moved;
  }

  /** Records whose lists change are touched. */
  #touchOwners({ table, column, owner, owner_column }: ForeignKey, key: number): void {
    this.statements
      .get(`touch ${owner} of ${table}.${column}`, (db) =>
        db
          .updateTable(owner as string)
          .set({ updated_at: parameter('now') })
          .where(
            'key',
            'in',
            db
              .selectFrom(table)
              .select(owner_column as string)
              .where(column, '=', parameter('key')),
          ),
      )
      .run({ key, now: now() });
  }

  #touch({ kind: { table }, key }: ReferenceTarget): void {
    this.statements
      .get(`touch ${table}`, (db) =>
        db
          .updateTable(table)
          .set({ updated_at: parameter('now') })
          .where('key', '=', parameter('key')),
      )
      .run({ key, now: now() });
  }

  #slugOf(table: Table, key: number): string {
    const found = this.statements
      .get<{ slug: string }>(`slug ${table}`, (db) => db.selectFrom(table).select('slug').where('key', '=', parameter('key')))
      .get({ key });
    return found?.slug as string;
  }

  /** False for user data, which does not change with its references. */
  #isRecord({ table }: ForeignKey): boolean {
    return this.kinds.findByTable(table) !== undefined;
  }
}

/** Uses the index of redirects. */
const ledTo = sql<string>`(
  SELECT led.id FROM merged_record AS led WHERE led.resource_type = ${parameter('type')} AND led.merged_into_id = ${parameter('id')}
)`;

const repoint = ({ table, column }: ForeignKey, isRecord: boolean) =>
  isRecord
    ? sql`UPDATE OR IGNORE ${sql.table(table)} SET ${sql.ref(column)} = ${parameter('target')}, updated_at = ${parameter('now')} WHERE ${sql.ref(column)} = ${parameter('key')}`
    : sql`UPDATE OR IGNORE ${sql.table(table)} SET ${sql.ref(column)} = ${parameter('target')} WHERE ${sql.ref(column)} = ${parameter('key')}`;

/** A foreign key column. `owner` is the table of the record that contains the row. */
export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly owner: string | null;
  readonly owner_column: string | null;
}

/** Foreign keys by target table, read from the schema once because that is slow. */
export class Pointers {
  readonly #known = new Map<Table, readonly ForeignKey[]>();

  constructor(private readonly statements: Statements) {}

  to(table: Table): readonly ForeignKey[] {
    let found = this.#known.get(table);
    if (!found) {
      found = this.statements.get<ForeignKey>('pointers', (db) => ({ compile: () => pointers.compile(db) })).all({ target: table });
      this.#known.set(table, found);
    }
    return found;
  }
}

/** List rows have no id; the first key column is their owner. */
const pointers = sql<ForeignKey>`
  SELECT t.name AS "table", f."from" AS "column",
    owned."table" AS owner, owned."from" AS owner_column
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
  LEFT JOIN pragma_foreign_key_list(t.name) AS owned
    ON owned."from" = (SELECT name FROM pragma_table_info(t.name) WHERE pk = 1) AND owned."from" <> f."from"
      AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'id')
  WHERE t.type = 'table' AND f."table" = ${parameter('target')}`;
