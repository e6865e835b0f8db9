import { uuidPattern } from '../../api/schema/checks';
import type { Kind } from '../../kinds';
import type { Table } from '../../kinds/attribute';
import { foldDoubles } from '../../kinds/doubled-rows';
import { message } from '../../messages/message';
import { insertText, type Statements, type Value } from '../../store/database/sql';
import { now } from '../../store/values/dates';
import { packedId, typeKey } from '../../store/values/packed-id';
import type { LeftOut } from '../edit/edit';
import { nameHash } from '../provenance/hashes';
import { fillingPrecedence, mergePrecedence, type RecordProvenance } from '../provenance/precedence';
import { listFieldOf, noKey, type WritePlan } from '../write/plan';
import { type ExistingRecord, RecordError, type RecordObject, storedTimeOf, type WriteOutcome } from '../write/record';
import type { ReferenceTarget } from '../write/references';
import type { WriterTools } from '../write/tools';
import { carryFormatTexts, storedFormats } from './format-texts';
import { combineReleases } from './merged-releases';

/** Parts of a writer with its merges. */
export interface MergingTools extends WriterTools {
  readonly merges: Merges;
}

/** Merges records and maintains redirects. */
export class Merges {
  readonly #pointers: Pointers;

  constructor(private readonly tools: WriterTools) {
    this.#pointers = new Pointers(tools.statements);
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
    const target = this.tools.references.target(record);
    if (id === target.id) throw new RecordError(message('merge_into_itself'));
    const changes = this.#lead(target, id, storedTimeOf(record.attributes.created_at));
    const key = this.tools.references.find(target.kind.table, 'id', id);
    if (key !== undefined) {
      const emptied = isFollowed ? this.#empty(target.kind, { key, id }) : undefined;
      const moved = this.#dissolve(key, target, emptied);
      if (!isFollowed) this.tools.references.requireNoCircle(target.kind, target.key);
      if (target.kind.deserializer.owned({}, noKey).some(({ table }) => moved.has(table)))
        this.#touch(target.kind.table, 'key = :key', target.key);
    }
    return changes > 0 || key !== undefined ? 'added' : 'unchanged';
  }

  /**
   * Applies a source's statement that two records are one, in any order: existing records are merged field by field, later ones
   * are written to the other. Between several targets, the smaller UUID wins; a provisional one is merged into a real one.
   * @param mergedBy the source that merged them: what it stated about the former record no longer counts
   */
  state(record: RecordObject, mergedBy?: string): WriteOutcome {
    const id = record.id.toLowerCase();
    if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
    const target = this.tools.references.target(record);
    if (id === target.id) return 'unchanged';
    const { kind, type } = target;
    const key = this.tools.references.find(kind.table, 'id', id);
    const current =
      this.tools.references.mergedInto(type, id) === undefined ? undefined : this.tools.references.currentId(type, kind.table, id);
    const goes = key === undefined ? this.#provisional(target, current) : { key, id };
    if (!goes && current !== undefined && current <= target.id) return 'unchanged';
    if (goes) {
      if (mergedBy !== undefined) this.tools.exclusiveChildren.outdate(kind, goes, mergedBy);
      this.unite(kind, goes, target);
      this.tools.references.requireNoCircle(kind, target.key);
    } else this.#lead(target, id, storedTimeOf(record.attributes.created_at));
    // Redirects changed.
    if (current !== undefined) this.tools.references.forgetKeys();
    return 'added';
  }

  /** The record that another was merged into, if it is provisional and the target is not: both are the target then. */
  #provisional({ kind, key: target }: ReferenceTarget, id = ''): ExistingRecord | undefined {
    const key = this.tools.references.find(kind.table, 'id', id);
    const isProvisional = (of: number) => standsIn(this.tools.rows.planOf(kind, of));
    return key !== undefined && isProvisional(key) && !isProvisional(target) ? { key, id } : undefined;
  }

  /** @param onlyFills whether only empty fields are filled, as by a provisional record; discs, tracks and their values left out are returned then */
  unite(kind: Kind, goes: ExistingRecord, stays: ExistingRecord, onlyFills?: boolean): LeftOut {
    const { type } = kind;
    const leftOut = onlyFills && kind.table === 'release' ? combineReleases(this.tools, goes.key, stays.key) : [];
    const target = { kind, type, ...stays };
    // Read before references are redirected.
    const [from, into] = [this.#known(type, goes.id), this.#known(type, stays.id)];
    this.#lead(target, goes.id, undefined);
    const emptied = this.#fill(kind, goes, stays, from, into, onlyFills);
    for (const conflict of this.tools.identityConflicts.ofMerge(kind, goes.key, stays.key)) {
      const areThere = [conflict.goes, conflict.stays].every(
        ({ id }) => this.tools.references.find(conflict.kind.table, 'id', id) !== undefined,
      );
      if (areThere) this.unite(conflict.kind, conflict.goes, conflict.stays);
    }
    const slug = kind.slugFrom && this.#slugOf(kind.table, goes.key);
    this.#dissolve(goes.key, target, emptied);
    if (slug) this.tools.slugs.inherit(kind, stays, slug);
    return leftOut;
  }

  #known(type: string, id: string): RecordProvenance {
    return { provenance: this.tools.sourceValues.provenance(type, id), locks: this.tools.locks.find(type, id) };
  }

  /**
   * Fills a record from another one, without redirecting references.
   * @returns the list tables emptied by it
   */
  #fill(
    kind: Kind,
    goes: ExistingRecord,
    stays: ExistingRecord,
    from: RecordProvenance,
    into: RecordProvenance,
    onlyFills?: boolean,
  ): ReadonlySet<string> {
    const { rows, locks, exclusiveChildren: oneSource } = this.tools;
    const { columns, ...filling } = rows.planOf(kind, goes.key);
    const own = this.#pointers.ofItself(kind.table).filter(({ column }) => columns[column] === stays.key);
    const plan = { ...filling, columns: { ...columns, ...Object.fromEntries(own.map(({ column }) => [column, null])) }, id: stays.id };
    const current = rows.planOf(kind, stays.key);
    const isLess = onlyFills ?? (from.provenance.length === 0 && standsIn(plan) && !standsIn(current));
    rows.change(plan, stays.key, isLess ? fillingPrecedence : mergePrecedence(from, into));
    rows.emptyLists(plan, goes.key);
    if (!isLess) locks.copy(kind.type, goes.id, stays.id);
    else if (onlyFills) locks.copy(kind.type, goes.id, stays.id, emptyIn(current));
    const formats = kind.table === 'release' ? [goes, stays].flatMap(({ key }) => storedFormats(this.tools, key)) : [];
    oneSource.choose(kind.table, goes.key, stays.key, isLess);
    const left = new Set(
      formats.length === 0 ? [] : [goes, stays].flatMap(({ key }) => storedFormats(this.tools, key).map((one) => one.key)),
    );
    const lost = formats.filter(({ key }) => !left.has(key));
    if (lost.length > 0) carryFormatTexts(this.tools, stays.key, lost);
    return new Set(plan.owned.map(({ table }) => table));
  }

  /**
   * Empties the lists of a record merged in another catalog: that catalog's version of the target already contains them.
   * @returns their tables
   */
  #empty(kind: Kind, { key }: ExistingRecord): ReadonlySet<string> {
    const plan = this.tools.rows.planOf(kind, key);
    this.tools.rows.emptyLists(plan, key);
    return new Set(plan.owned.map(({ table }) => table));
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
    const kind = this.tools.kinds.find(type);
    const current = kind && this.tools.references.currentId(type, kind.table, id);
    const key = kind && current !== undefined ? this.tools.references.find(kind.table, 'id', current) : undefined;
    if (kind && key !== undefined) this.#readAnew(kind, key);
    const parted = this.tools.statements.text('DELETE FROM merged_record WHERE resource_type = :type AND id = :id').run({ type, id });
    this.tools.references.forgetKeys();
    return parted > 0;
  }

  /** Records referring to the target may have meant the other one: forget their source documents. */
  #readAnew({ table }: Kind, key: number): void {
    this.tools.sourceValues.flush();
    for (const pointer of this.#pointers.to(table)) {
      const naming = this.tools.kinds.findByTable((pointer.owner ?? pointer.table) as Table);
      if (!naming) continue;
      const { table: from, column } = pointer;
      const of = `p."${pointer.owner_column ?? 'key'}"`;
      // For a part, its owner.
      const whole = naming.parts
        ? `coalesce((SELECT w."${naming.parts.column}" FROM "${naming.table}" AS w WHERE w.key = ${of}), ${of})`
        : of;
      const query = `
        UPDATE imported_record SET content_hash = 0
        WHERE source_key IN (SELECT key FROM import_source) AND type_key = ${typeKey(':type')} AND id IN (
          SELECT ${packedId('r.id')} FROM "${from}" AS p CROSS JOIN "${naming.table}" AS r ON r.key = ${whole}
          WHERE p."${column}" = :key
        )`;
      this.tools.statements.text(query).run({ type: naming.type, key });
    }
  }

  /** Changes a UUID, leaving a redirect. */
  rename(kind: Kind, { key, id: had }: ExistingRecord, id: string): void {
    const { table, type } = kind;
    this.tools.statements.text(`UPDATE "${table}" SET id = :id WHERE key = :key`).run({ key, id });
    this.tools.statements
      .text("INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', :type, :id)")
      .run({ type, id });
    this.lead(kind, had, { key, id });
  }

  /** Redirects a UUID and its redirects. */
  #lead({ type, id: target }: ReferenceTarget, id: string, since: string | undefined): number {
    this.tools.references.noteMerge();
    const changes = this.tools.statements.text(addRedirect).run({ type, id, target, since: since ?? null, now: since ?? now() });
    const led = this.tools.statements.text(shortenRedirects).run({ type, id, target });
    return changes + led;
  }

  /**
   * Redirects references. Rows that would be duplicates at the target, such as a common link, are deleted.
   * @param emptied tables without rows of the record
   * @returns tables with moved rows
   */
  #dissolve(key: number, { kind, id, key: target }: ReferenceTarget, emptied: ReadonlySet<string> = new Set()): ReadonlySet<string> {
    const moved = new Set<string>();
    for (const { table, column } of this.#pointers.ofItself(kind.table))
      this.tools.statements.text(`UPDATE "${table}" SET ${column} = NULL WHERE key = :target AND ${column} = :key`).run({ key, target });
    for (const pointer of this.#pointers.to(kind.table)) {
      const { table, column } = pointer;
      if (pointer.owner === null && emptied.has(table)) continue;
      this.#touchOthers(pointer, key);
      this.#foldDoubles(pointer, key, target);
      const touch = this.#isRecord(pointer) ? ', updated_at = :now' : '';
      const update = `UPDATE OR IGNORE "${table}" SET ${column} = :target${touch} WHERE ${column} = :key`;
      const changes = this.tools.statements.text(update).run({ key, target, ...(touch && { now: now() }) });
      if (changes > 0 && pointer.owner === null) moved.add(table);
      this.tools.statements.text(`DELETE FROM "${table}" WHERE ${column} = :key`).run({ key });
    }
    if (kind.slugFrom) this.tools.slugs.leave(kind, this.#slugOf(kind.table, key), id);
    this.tools.statements.text(`DELETE FROM "${kind.table}" WHERE key = :key`).run({ key });
    this.tools.references.forgetDeleted(kind, key);
    return moved;
  }

  /** Folds rows of lists that name both records. */
  #foldDoubles({ table, column, owner_column: owner }: ForeignKey, key: number, target: number): void {
    if (owner === null) return;
    const { statements } = this.tools;
    const owners = statements
      .text<{ owner: number }>(
        `SELECT ${owner} AS owner FROM "${table}" WHERE ${column} = :key INTERSECT SELECT ${owner} FROM "${table}" WHERE ${column} = :target`,
      )
      .all({ key, target });
    if (owners.length === 0) return;
    const names = statements.text<{ name: string }>('SELECT name FROM pragma_table_info(:table)').all({ table });
    const columns = names.flatMap(({ name }) => (name === owner ? [] : [name]));
    const [pointing, own] = [columns.indexOf(column), `WHERE ${owner} = :owner AND ${column} IN (:key, :target)`];
    for (const { owner: of } of owners) {
      const bound = { owner: of, key, target };
      const rows = statements
        .text<Record<string, Value>>(`SELECT * FROM "${table}" ${own} ORDER BY position`)
        .all(bound)
        .map((row) => columns.map((name) => row[name] ?? null));
      const named = rows.map((row) => row.with(pointing, target));
      const folded = foldDoubles(columns, named, (one, other) => rows[one]?.[pointing] !== rows[other]?.[pointing]);
      if (folded.length === rows.length) continue;
      statements.text(`DELETE FROM "${table}" ${own}`).run(bound);
      const insert = statements.text(insertText(table, [owner, ...columns]));
      for (const row of folded) insert.run({ [owner]: of, ...Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])) });
    }
  }

  /** Records whose lists change are touched, as well as those below a moved one, whose IRIs change too. */
  #touchOthers({ table, column, owner, owner_column }: ForeignKey, key: number): void {
    const rows = (of: string) => `(SELECT ${of} FROM "${table}" WHERE ${column} = :key)`;
    if (owner) this.#touch(owner, `key IN ${rows(String(owner_column))}`, key);
    for (const { table: nested, above } of this.tools.kinds.all)
      if (above[1]?.table === table && above[0]?.column === column) this.#touch(nested, `${above[1].column} IN ${rows('key')}`, key);
  }

  #touch(table: string, rows: string, key: number): void {
    this.tools.statements.text(`UPDATE "${table}" SET updated_at = :now WHERE ${rows}`).run({ key, now: now() });
  }

  #slugOf(table: Table, key: number): string {
    const found = this.tools.statements.text<{ slug: string }>(`SELECT slug FROM "${table}" WHERE key = :key`).get({ key });
    return found?.slug as string;
  }

  /** False for user data, which does not change with its references. */
  #isRecord({ table }: ForeignKey): boolean {
    return this.tools.kinds.findByTable(table) !== undefined;
  }
}

const addRedirect = `
  INSERT INTO merged_record (resource_type, id, merged_into_id, created_at) VALUES (:type, :id, :target, :now)
  ON CONFLICT (resource_type, id) DO UPDATE SET merged_into_id = :target, created_at = coalesce(:since, created_at)
    WHERE merged_into_id <> :target OR created_at <> :since`;

/** Selects by the index of redirects; without it, the update scans the whole index that it writes. */
const shortenRedirects = `
  UPDATE merged_record SET merged_into_id = :target WHERE resource_type = :type AND id IN (
    SELECT led.id FROM merged_record AS led WHERE led.resource_type = :type AND led.merged_into_id = :id)`;

/** Hashes of the names of empty fields. */
function emptyIn({ columns, owned }: WritePlan): ReadonlySet<number> {
  const empty = [
    ...Object.keys(columns).filter((column) => columns[column] === null),
    ...owned.filter(({ rows }) => rows.length === 0).map(listFieldOf),
  ];
  return new Set(empty.map(nameHash));
}

/** Whether a record is provisional. */
const standsIn = ({ columns }: WritePlan): boolean => columns.provisional === 1;

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
      found = this.statements.text<ForeignKey>(pointers).all({ target: table });
      this.#known.set(table, found);
    }
    return found;
  }

  /** Foreign keys of a table to itself: a record that is merged with one that it points to must not point to itself. */
  ofItself(table: Table): readonly ForeignKey[] {
    return this.to(table).filter((pointer) => pointer.table === table);
  }
}

/** List rows have no id; the first key column is their owner. */
const pointers = `
  SELECT t.name AS "table", f."from" AS "column",
    owned."table" AS owner, owned."from" AS owner_column
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
  LEFT JOIN pragma_foreign_key_list(t.name) AS owned
    ON owned."from" = (SELECT name FROM pragma_table_info(t.name) WHERE pk = 1) AND owned."from" <> f."from"
      AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'id')
  WHERE t.type = 'table' AND f."table" = :target`;
