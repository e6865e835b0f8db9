import { uuidPattern } from '../../api/schema/checks';
import type { Kind } from '../../kinds';
import type { Table } from '../../kinds/attribute';
import { foldDoubles } from '../../kinds/deserialization';
import { message } from '../../messages/message';
import { type Connection, insertText, type Value } from '../../store/database/connection';
import { now } from '../../store/values/dates';
import { packedId, typeKey } from '../../store/values/identifiers';
import type { LeftOut } from '../history/revisions';
import { copyLocks, readLocks } from '../write/field-locks';
import { noKey, type WritePlan } from '../write/plan';
import { fillingPrecedence, mergePrecedence, type RecordProvenance } from '../write/precedence';
import { type ExistingRecord, RecordError, type RecordObject, storedTimeOf, type WriteOutcome } from '../write/record';
import type { ReferenceTarget } from '../write/references';
import { changeRow, emptyLists, planOf } from '../write/rows';
import type { WriteSession } from '../write/session';
import { carryFormatTexts, chooseChildren, conflictsOfMerge, outdateWithChildren, storedFormats } from './conflicting-records';
import { combineReleases } from './merged-releases';

/**
 * Applies a merge of a file or another catalog, or a removal of a redirect.
 * @param isFollowed whether that catalog's version of the target follows
 */
export function applyMerge(session: WriteSession, record: RecordObject, isFollowed: boolean): WriteOutcome {
  const { resource } = record.relationships as { resource?: { data?: unknown } };
  if (resource?.data !== null) return mergeRecord(session, record, isFollowed);
  return removeRedirect(session, String(record.attributes.resource_type), record.id.toLowerCase()) ? 'changed' : 'unchanged';
}

/**
 * Merges the record if it exists and redirects its references. Earlier redirects are shortened, so no chains form; cycles are
 * rejected.
 */
export function mergeRecord(session: WriteSession, record: RecordObject, isFollowed = false): WriteOutcome {
  const id = record.id.toLowerCase();
  if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
  const target = session.references.target(record);
  if (id === target.id) throw new RecordError(message('merge_into_itself'));
  const changes = writeRedirect(session, target, id, storedTimeOf(record.attributes.created_at));
  const key = session.references.find(target.kind.table, 'id', id);
  if (key !== undefined) {
    const emptied = isFollowed ? emptyRecord(session, target.kind, { key, id }) : undefined;
    const moved = dissolve(session, key, target, emptied);
    if (!isFollowed) session.references.requireNoCircle(target.kind, target.key);
    if (target.kind.deserializer.owned({}, noKey).some(({ table }) => moved.has(table)))
      touch(session, target.kind.table, 'key = :key', target.key);
  }
  return changes > 0 || key !== undefined ? 'added' : 'unchanged';
}

/**
 * Applies a source's statement that two records are one, in any order: existing records are merged field by field, later ones
 * are written to the other. Between several targets, the smaller UUID wins; a provisional one is merged into a real one.
 * @param mergedBy the source that merged them: what it stated about the former record no longer counts
 */
export function mergeStated(session: WriteSession, record: RecordObject, mergedBy?: string): WriteOutcome {
  const id = record.id.toLowerCase();
  if (!uuidPattern.test(id)) throw new RecordError(message('invalid_uuid'), 'id');
  const target = session.references.target(record);
  if (id === target.id) return 'unchanged';
  const { kind, type } = target;
  const key = session.references.find(kind.table, 'id', id);
  const current = session.references.mergedInto(type, id) === undefined ? undefined : session.references.currentId(type, kind.table, id);
  const goes = key === undefined ? provisionalTarget(session, target, current) : { key, id };
  if (!goes && current !== undefined && current <= target.id) return 'unchanged';
  if (goes) {
    if (mergedBy !== undefined) outdateWithChildren(session, kind, goes, mergedBy);
    uniteRecords(session, kind, goes, target);
    session.references.requireNoCircle(kind, target.key);
  } else writeRedirect(session, target, id, storedTimeOf(record.attributes.created_at));
  // Redirects changed.
  if (current !== undefined) session.references.forgetKeys();
  return 'added';
}

/** The record that another was merged into, if it is provisional and the target is not: both are the target then. */
function provisionalTarget(session: WriteSession, { kind, key: target }: ReferenceTarget, id = ''): ExistingRecord | undefined {
  const key = session.references.find(kind.table, 'id', id);
  const isProvisional = (of: number) => isPlaceholder(planOf(session.connection, kind, of));
  return key !== undefined && isProvisional(key) && !isProvisional(target) ? { key, id } : undefined;
}

/** @param onlyFills whether only empty fields are filled, as by a provisional record; discs, tracks and their values left out are returned then */
export function uniteRecords(session: WriteSession, kind: Kind, goes: ExistingRecord, stays: ExistingRecord, onlyFills?: boolean): LeftOut {
  const { type } = kind;
  const leftOut = onlyFills && kind.table === 'release' ? combineReleases(session, goes.key, stays.key) : [];
  const target = { kind, type, ...stays };
  // Read before references are redirected.
  const [from, into] = [provenanceOf(session, type, goes.id), provenanceOf(session, type, stays.id)];
  writeRedirect(session, target, goes.id, undefined);
  const emptied = fill(session, kind, goes, stays, from, into, onlyFills);
  for (const conflict of conflictsOfMerge(session, kind, goes.key, stays.key)) {
    const areThere = [conflict.goes, conflict.stays].every(
      ({ id }) => session.references.find(conflict.kind.table, 'id', id) !== undefined,
    );
    if (areThere) uniteRecords(session, conflict.kind, conflict.goes, conflict.stays);
  }
  const slug = kind.slugFrom && slugByKey(session, kind.table, goes.key);
  dissolve(session, goes.key, target, emptied);
  if (slug) session.slugs.inherit(kind, stays, slug);
  return leftOut;
}

function provenanceOf(session: WriteSession, type: string, id: string): RecordProvenance {
  return { provenance: session.sourceValues.provenance(type, id), locks: readLocks(session.connection, type, id) };
}

/**
 * Fills a record from another one, without redirecting references.
 * @returns the list tables emptied by it
 */
function fill(
  session: WriteSession,
  kind: Kind,
  goes: ExistingRecord,
  stays: ExistingRecord,
  from: RecordProvenance,
  into: RecordProvenance,
  onlyFills?: boolean,
): ReadonlySet<string> {
  const { columns, ...filling } = planOf(session.connection, kind, goes.key);
  const own = pointersToItself(session.connection, kind.table).filter(({ column }) => columns[column] === stays.key);
  const plan = { ...filling, columns: { ...columns, ...Object.fromEntries(own.map(({ column }) => [column, null])) }, id: stays.id };
  const current = planOf(session.connection, kind, stays.key);
  const isLess = onlyFills ?? (from.provenance.length === 0 && isPlaceholder(plan) && !isPlaceholder(current));
  changeRow(session, plan, stays.key, isLess ? fillingPrecedence : mergePrecedence(from, into));
  emptyLists(session.connection, plan, goes.key);
  if (!isLess) copyLocks(session.connection, kind.type, goes.id, stays.id);
  else if (onlyFills) copyLocks(session.connection, kind.type, goes.id, stays.id, emptyIn(current));
  // A merge by hand has filled the formats of the same discs, and names other texts as left out.
  const formats = kind.table === 'release' && !onlyFills ? [goes, stays].flatMap(({ key }) => storedFormats(session, key)) : [];
  chooseChildren(session, kind.table, goes.key, stays.key, isLess);
  const left = new Set(formats.length === 0 ? [] : [goes, stays].flatMap(({ key }) => storedFormats(session, key).map((one) => one.key)));
  const lost = formats.filter(({ key }) => !left.has(key));
  if (lost.length > 0) carryFormatTexts(session, stays.key, lost);
  return new Set(plan.owned.map(({ table }) => table));
}

/**
 * Empties the lists of a record merged in another catalog: that catalog's version of the target already contains them.
 * @returns their tables
 */
function emptyRecord(session: WriteSession, kind: Kind, { key }: ExistingRecord): ReadonlySet<string> {
  const plan = planOf(session.connection, kind, key);
  emptyLists(session.connection, plan, key);
  return new Set(plan.owned.map(({ table }) => table));
}

/** Redirects a UUID to a record known under another one. */
export function redirectId(session: WriteSession, kind: Kind, id: string, to: ExistingRecord): void {
  writeRedirect(session, { kind, type: kind.type, ...to }, id, undefined);
}

/**
 * Removes a redirect, since its record exists again.
 * @returns whether there was one
 */
export function removeRedirect(session: WriteSession, type: string, id: string): boolean {
  const kind = session.kinds.find(type);
  const current = kind && session.references.currentId(type, kind.table, id);
  const key = kind && current !== undefined ? session.references.find(kind.table, 'id', current) : undefined;
  if (kind && key !== undefined) forgetDocumentsNaming(session, kind, key);
  const parted = session.connection.change('DELETE FROM merged_record WHERE resource_type = :type AND id = :id', { type, id });
  session.references.forgetKeys();
  return parted > 0;
}

/** Records referring to the target may have meant the other one: forget their source documents. */
function forgetDocumentsNaming(session: WriteSession, { table }: Kind, key: number): void {
  session.sourceValues.flush();
  for (const pointer of pointersTo(session.connection, table)) {
    const naming = session.kinds.findByTable((pointer.owner ?? pointer.table) as Table);
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
    session.connection.change(query, { type: naming.type, key });
  }
}

/** Changes a UUID, leaving a redirect. */
export function renameRecord(session: WriteSession, kind: Kind, { key, id: had }: ExistingRecord, id: string): void {
  const { table, type } = kind;
  session.connection.change(`UPDATE "${table}" SET id = :id WHERE key = :key`, { key, id });
  session.connection.change("INSERT INTO change_entry (action, resource_type, resource_id) VALUES ('created', :type, :id)", { type, id });
  redirectId(session, kind, had, { key, id });
}

/** Redirects a UUID and its redirects. */
function writeRedirect(session: WriteSession, { type, id: target }: ReferenceTarget, id: string, since: string | undefined): number {
  session.references.noteMerge();
  const changes = session.connection.change(addRedirect, { type, id, target, since: since ?? null, now: since ?? now() });
  const led = session.connection.change(shortenRedirects, { type, id, target });
  return changes + led;
}

/**
 * Redirects references. Rows that would be duplicates at the target, such as a common link, are deleted.
 * @param emptied tables without rows of the record
 * @returns tables with moved rows
 */
function dissolve(
  session: WriteSession,
  key: number,
  { kind, id, key: target }: ReferenceTarget,
  emptied: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const { table, column } of pointersToItself(session.connection, kind.table))
    session.connection.change(`UPDATE "${table}" SET ${column} = NULL WHERE key = :target AND ${column} = :key`, { key, target });
  for (const pointer of pointersTo(session.connection, kind.table)) {
    const { table, column } = pointer;
    if (pointer.owner === null && emptied.has(table)) continue;
    touchOthers(session, pointer, key);
    foldRows(session, pointer, key, target);
    const touch = isOfRecord(session, pointer) ? ', updated_at = :now' : '';
    const update = `UPDATE OR IGNORE "${table}" SET ${column} = :target${touch} WHERE ${column} = :key`;
    const changes = session.connection.change(update, { key, target, ...(touch && { now: now() }) });
    if (changes > 0 && pointer.owner === null) moved.add(table);
    session.connection.change(`DELETE FROM "${table}" WHERE ${column} = :key`, { key });
  }
  if (kind.slugFrom) session.slugs.leave(kind, slugByKey(session, kind.table, key), id);
  session.connection.change(`DELETE FROM "${kind.table}" WHERE key = :key`, { key });
  session.references.forgetDeleted(kind, key);
  return moved;
}

/** Folds rows of lists that name both records. */
function foldRows(session: WriteSession, { table, column, owner_column: owner }: ForeignKey, key: number, target: number): void {
  if (owner === null) return;
  const { connection } = session;
  const owners = connection.all<{ owner: number }>(
    `SELECT ${owner} AS owner FROM "${table}" WHERE ${column} = :key INTERSECT SELECT ${owner} FROM "${table}" WHERE ${column} = :target`,
    { key, target },
  );
  if (owners.length === 0) return;
  const names = connection.all<{ name: string }>('SELECT name FROM pragma_table_info(:table)', { table });
  const columns = names.flatMap(({ name }) => (name === owner ? [] : [name]));
  const [pointing, own] = [columns.indexOf(column), `WHERE ${owner} = :owner AND ${column} IN (:key, :target)`];
  for (const { owner: of } of owners) {
    const bound = { owner: of, key, target };
    const rows = connection
      .all<Record<string, Value>>(`SELECT * FROM "${table}" ${own} ORDER BY position`, bound)
      .map((row) => columns.map((name) => row[name] ?? null));
    const named = rows.map((row) => row.with(pointing, target));
    const folded = foldDoubles(columns, named, (one, other) => rows[one]?.[pointing] !== rows[other]?.[pointing]);
    if (folded.length === rows.length) continue;
    connection.change(`DELETE FROM "${table}" ${own}`, bound);
    const insert = insertText(table, [owner, ...columns]);
    for (const row of folded)
      connection.insert(insert, { [owner]: of, ...Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])) });
  }
}

/** Touches the records whose lists change, and those below a moved record or referring to it, whose documents have its IRI. */
function touchOthers(session: WriteSession, { table, column, owner, owner_column }: ForeignKey, key: number): void {
  const rows = (of: string) => `(SELECT ${of} FROM "${table}" WHERE ${column} = :key)`;
  if (owner) touch(session, owner, `key IN ${rows(String(owner_column))}`, key);
  const moved = session.kinds.findByTable(table);
  if (moved?.above.at(-1)?.column !== column) return;
  for (const pointer of pointersTo(session.connection, moved.table)) {
    const naming = `${pointer.column} IN ${rows('key')}`;
    if (pointer.owner)
      touch(session, pointer.owner, `key IN (SELECT ${pointer.owner_column} FROM "${pointer.table}" WHERE ${naming})`, key);
    else if (isOfRecord(session, pointer)) touch(session, pointer.table, naming, key);
  }
}

function touch(session: WriteSession, table: string, rows: string, key: number): void {
  session.connection.change(`UPDATE "${table}" SET updated_at = :now WHERE ${rows}`, { key, now: now() });
}

function slugByKey(session: WriteSession, table: Table, key: number): string {
  const found = session.connection.get<{ slug: string }>(`SELECT slug FROM "${table}" WHERE key = :key`, { key });
  return found?.slug as string;
}

/** False for user data, which does not change with its references. */
function isOfRecord(session: WriteSession, { table }: ForeignKey): boolean {
  return session.kinds.findByTable(table) !== undefined;
}

const addRedirect = `
  INSERT INTO merged_record (resource_type, id, merged_into_id, created_at) VALUES (:type, :id, :target, :now)
  ON CONFLICT (resource_type, id) DO UPDATE SET merged_into_id = :target, created_at = coalesce(:since, created_at)
    WHERE merged_into_id <> :target OR created_at <> :since`;

/** Selects by the index of redirects; without it, the update scans the whole index that it writes. */
const shortenRedirects = `
  UPDATE merged_record SET merged_into_id = :target WHERE resource_type = :type AND id IN (
    SELECT led.id FROM merged_record AS led WHERE led.resource_type = :type AND led.merged_into_id = :id)`;

/** Attributes and relationships without a value. */
function emptyIn({ deserializer, columns, owned }: WritePlan): ReadonlySet<string | undefined> {
  const [empty, set] = [new Set<string | undefined>(), new Set<string | undefined>()];
  for (const column in columns) (columns[column] === null ? empty : set).add(deserializer.originOf(column));
  for (const { attribute, rows } of owned) (rows.length === 0 ? empty : set).add(attribute);
  return empty.difference(set);
}

/** Whether a record is provisional. */
const isPlaceholder = ({ columns }: WritePlan): boolean => columns.provisional === 1;

/** A foreign key column. `owner` is the table of the record that contains the row. */
interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly owner: string | null;
  readonly owner_column: string | null;
}

const pointersByTable = new WeakMap<Connection, Map<Table, readonly ForeignKey[]>>();

/** Foreign keys to a table, read from the schema once because that is slow. */
function pointersTo(connection: Connection, table: Table): readonly ForeignKey[] {
  const known = pointersByTable.get(connection) ?? new Map<Table, readonly ForeignKey[]>();
  pointersByTable.set(connection, known);
  const pointers = known.get(table) ?? connection.all<ForeignKey>(foreignKeys, { target: table });
  known.set(table, pointers);
  return pointers;
}

/** Foreign keys of a table to itself: a record that is merged with one that it points to must not point to itself. */
const pointersToItself = (connection: Connection, table: Table): readonly ForeignKey[] =>
  pointersTo(connection, table).filter((pointer) => pointer.table === table);

/** List rows have no id; the first key column is their owner. */
const foreignKeys = `
  SELECT t.name AS "table", f."from" AS "column",
    owned."table" AS owner, owned."from" AS owner_column
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
  LEFT JOIN pragma_foreign_key_list(t.name) AS owned
    ON owned."from" = (SELECT name FROM pragma_table_info(t.name) WHERE pk = 1) AND owned."from" <> f."from"
      AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'id')
  WHERE t.type = 'table' AND f."table" = :target`;
