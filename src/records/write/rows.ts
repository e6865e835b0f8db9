import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { OwnedRows } from '../../kinds/deserialization';
import type { Parts } from '../../kinds/parts';
import type { Connection, Value } from '../../store/database/connection';
import { insertText, updateText } from '../../store/database/connection';
import { now } from '../../store/values/dates';
import { noKey, type WritePlan } from './plan';
import { decideParts, isAccepted, type MergedFields, mergeFields, type Precedence, precedenceOfParts } from './precedence';
import { type Columns, type ExistingRecord, storedTimeOf, type WriteOutcome } from './record';
import type { WriteSession } from './session';

/** Result of writing over a record. */
export interface RowChange extends Pick<MergedFields, 'accepted'> {
  readonly outcome: WriteOutcome;
}

/**
 * Adds the row of a plan, its lists, slug and parts. `unchanged` if an identical record exists, for kinds that allow only one.
 * @param formerKey key of a restored record, so that reference hashes match again
 */
export function addRow(session: WriteSession, plan: WritePlan, precedence: Precedence, formerKey?: number): WriteOutcome {
  const { kind, columns } = plan;
  if (kind.identity && findAlike(session.connection, kind, kind.identity, columns)) return 'unchanged';
  addNewRow(session, plan, precedence, formerKey);
  return 'added';
}

/** {@link addRow} where no identical record exists. */
export function addNewRow(session: WriteSession, plan: WritePlan, precedence: Precedence, formerKey?: number): void {
  const { kind, id, attributes, columns, owned } = plan;
  const { connection } = session;
  const slug = session.slugs.slug(kind, id, attributes, undefined, precedence.othersMakeRoom === true);
  const key = insertRow(connection, kind, id, { ...columns, ...slug }, attributes, formerKey);
  session.references.noteAdded(kind, id, key);
  writeLists(connection, kind, key, owned.some(isLong), () => {
    for (const list of owned) addOwned(connection, list, key);
  });
  for (const part of plan.parts ?? []) writePart(session, part, key, precedence);
}

/** Writes a plan over the row of a record, field by field. */
export function changeRow(session: WriteSession, plan: WritePlan, key: number, precedence: Precedence): RowChange {
  const { kind, attributes, owned } = plan;
  const { othersMakeRoom = false } = precedence;
  const stored = readRow(session.connection, kind, key, plan.columns);
  const current = owned.map((list) => readOwned(session.connection, list, key));
  const merged = mergeFields(plan, stored, current, precedence);
  const replaced = owned.filter((_, index) => merged.replaced.has(index));
  const wasLong = current.some((rows, index) => merged.replaced.has(index) && isLong({ rows }));
  writeLists(session.connection, kind, key, wasLong || replaced.some(isLong), () => {
    for (const list of replaced) replaceOwned(session.connection, list, key);
  });
  const partsDecision = plan.parts && decideParts(precedence, (kind.parts as Parts).attribute);
  const areNew = partsDecision !== undefined && isAccepted(partsDecision);
  if (areNew) merged.accepted.add((kind.parts as Parts).attribute);
  const partsDiffer = areNew && writeParts(session, kind, plan.parts ?? [], key, precedence);
  const slug = slugOf(session, plan, stored, merged, precedence);
  const renamed = slug.slug !== undefined && slug.slug !== stored.slug;
  const times = {
    created_at: storedTimeOf(attributes.created_at) ?? stored.created_at ?? null,
    // A mirrored record without a modification time was recreated there.
    updated_at: storedTimeOf(attributes.updated_at) ?? (othersMakeRoom ? null : (stored.updated_at ?? null)),
  };
  const isChanged = merged.isChanged || partsDiffer || renamed;
  const { accepted } = merged;
  if (!isChanged && times.created_at === stored.created_at && times.updated_at === stored.updated_at)
    return { outcome: merged.keepsLocked || partsDecision === 'keep' ? 'kept' : 'unchanged', accepted };
  if (isChanged && storedTimeOf(attributes.updated_at) === undefined && !othersMakeRoom) times.updated_at = now();
  updateRow(session.connection, kind, key, stored, { ...merged.columns, ...slug, ...times });
  return { outcome: 'changed', accepted };
}

/** New slug of a record: requested, or following a better name; `undefined` if unchanged. */
function slugOf(
  { slugs }: WriteSession,
  { kind, id, attributes, states }: WritePlan,
  stored: Columns,
  { columns, outranked }: MergedFields,
  precedence: Precedence,
): { slug?: string } {
  if (!kind.slugFrom || precedence.locks?.has('slug')) return {};
  if (states('slug') && attributes.slug)
    return attributes.slug === stored.slug ? {} : slugs.slug(kind, id, attributes, stored, precedence.othersMakeRoom === true);
  if (!outranked.has(kind.slugFrom)) return {};
  return slugs.follow(kind, id, String(columns[kind.slugFrom]), stored.slug as string, attributes);
}

/** Key and UUID of an imported record with the same identifying columns. */
export function duplicateOf(connection: Connection, { kind, columns }: WritePlan): ExistingRecord | undefined {
  const { identity, likeness = identity } = kind;
  return likeness && findAlike(connection, kind, likeness, columns);
}

/** Plan equivalent to a record's current state, without parts. */
export function planOf(connection: Connection, kind: Kind, key: number): WritePlan {
  const { deserializer } = kind;
  const names = [kind.above.at(-1)?.column, kind.parts?.column, ...Object.keys(deserializer.columns({}, noKey))]
    .concat(Object.values(deserializer.relationships).map(({ column }) => column))
    .filter((name) => name !== undefined);
  const row = readRow(connection, kind, key, Object.fromEntries(names.map((name) => [name, null])));
  const columns = Object.fromEntries(names.map((name) => [name, row[name] as Value]));
  const owned = deserializer
    .owned({}, noKey)
    .map((list) => ({ ...list, rows: readOwned(connection, list, key).map((text) => JSON.parse(text)) }));
  const states = (attribute: string | undefined) => attribute !== undefined;
  return { kind, deserializer, id: '', attributes: {}, columns, owned, parts: undefined, states, stated: () => undefined };
}

/** Deletes all list rows of a record. @param plan of its current state */
export function emptyLists(connection: Connection, { kind, owned }: WritePlan, key: number): void {
  writeLists(connection, kind, key, owned.some(isLong), () => {
    for (const list of owned) replaceOwned(connection, { ...list, rows: [] }, key);
  });
}

function writeParts(session: WriteSession, kind: Kind, parts: readonly WritePlan[], key: number, precedence: Precedence): boolean {
  const outcomes = parts.map((part) => writePart(session, part, key, precedence));
  const deleted = session.connection.change(
    `DELETE FROM "${kind.table}" WHERE ${(kind.parts as Parts).column} = :key AND id NOT IN (SELECT value FROM json_each(:ids))`,
    { key, ids: JSON.stringify(parts.map(({ id }) => id)) },
  );
  return deleted > 0 || outcomes.some((outcome) => outcome !== 'unchanged');
}

function writePart(session: WriteSession, part: WritePlan, parent: number, precedence: Precedence): WriteOutcome {
  const plan = { ...part, columns: { ...part.columns, [(part.kind.parts as Parts).column]: parent } };
  const key = session.references.find(part.kind.table, 'id', part.id);
  const whole = precedenceOfParts(precedence);
  return key === undefined ? addRow(session, plan, whole) : changeRow(session, plan, key, whole).outcome;
}

function readRow(connection: Connection, { table, slugFrom }: Kind, key: number, columns: Columns): Columns {
  const names = [...Object.keys(columns), 'created_at', 'updated_at', ...(slugFrom ? ['slug'] : [])];
  return connection.get<Columns>(`SELECT ${quoted(names)} FROM "${table}" WHERE key = :key`, { key }) as Columns;
}

function findAlike(connection: Connection, { table }: Kind, names: readonly string[], columns: Columns): ExistingRecord | undefined {
  // NULLs are frequent, so they are not looked up by index.
  const conditions = names.map((name) => (columns[name] === null ? `+"${name}" IS NULL` : `"${name}" = :${name}`));
  return connection.get<ExistingRecord>(
    `SELECT key, id FROM "${table}" WHERE ${conditions.join(' AND ')}`,
    Object.fromEntries(names.map((name) => [name, columns[name] as Value])),
  );
}

/** Columns of a kind are the same for all its rows. */
const insertTexts = new WeakMap<Kind, string>();

/** @param formerKey key to reuse if free; otherwise the next one */
function insertRow(
  connection: Connection,
  kind: Kind,
  id: string,
  columns: Columns,
  attributes: Attributes,
  formerKey: number | undefined,
): number {
  const row = {
    ...columns,
    id,
    created_at: storedTimeOf(attributes.created_at) ?? now(),
    updated_at: storedTimeOf(attributes.updated_at) ?? null,
  };
  if (formerKey !== undefined && !exists(connection, kind, formerKey))
    return connection.insert(insertText(kind.table, [...Object.keys(row), 'key']), { ...row, key: formerKey });
  let text = insertTexts.get(kind);
  if (text === undefined) {
    text = insertText(kind.table, Object.keys(row));
    insertTexts.set(kind, text);
  }
  return connection.insert(text, row);
}

const exists = (connection: Connection, { table }: Kind, key: number): boolean =>
  connection.get(`SELECT key FROM "${table}" WHERE key = :key`, { key }) !== undefined;

/** Sets the columns that differ: SQLite writes every index and checks every reference of a SET column even if it is equal. */
function updateRow(connection: Connection, { table }: Kind, key: number, stored: Columns, columns: Columns): void {
  // The change feed follows every write of `updated_at`.
  const changed = Object.keys(columns).filter((name) => name === 'updated_at' || columns[name] !== stored[name]);
  connection.change(updateText(table, changed), { ...columns, key });
}

/** Current rows of a list as JSON. */
function readOwned(connection: Connection, { table, owner, columns, list }: OwnedRows, key: number): string[] {
  const current = connection.all<Record<string, Value>>(`SELECT ${quoted(columns)} FROM "${table}" WHERE ${ownedBy(owner, list)}`, { key });
  return current.map((row) => JSON.stringify(columns.map((column) => row[column])));
}

/** Longer lists are written with their search entry once, in two more statements: a list of 300 artists took 0.2 s. */
const shortList = 16;

const isLong = ({ rows }: { readonly rows: readonly unknown[] }): boolean => rows.length > shortList;

/** Writes lists of a record. @param areLong whether one of them is long, before or after */
function writeLists(connection: Connection, { type, searched }: Kind, key: number, areLong: boolean, write: () => void): void {
  const putsOff = areLong && searched === 'by hand';
  if (putsOff) connection.change('INSERT INTO search_put_off (resource_type, key) VALUES (:type, :key)', { type, key });
  write();
  if (putsOff) connection.change('DELETE FROM search_put_off', {});
}

function replaceOwned(connection: Connection, owned: OwnedRows, key: number): void {
  const { table, owner, list } = owned;
  connection.change(`DELETE FROM "${table}" WHERE ${ownedBy(owner, list)}`, { key });
  addOwned(connection, owned, key);
}

function addOwned(connection: Connection, { table, owner, columns, rows }: OwnedRows, key: number): void {
  if (rows.length === 0) return;
  const insert = insertText(table, [owner, ...columns]);
  for (const row of rows) {
    const values: Record<string, Value> = { [owner]: key };
    for (let index = 0; index < columns.length; index++) values[columns[index] as string] = row[index] as Value;
    connection.insert(insert, values);
  }
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** SQL: rows of an owner; a table may be shared by several lists. */
const ownedBy = (owner: string, list: string | undefined): string => `${owner} = :key${list === undefined ? '' : ` AND list = '${list}'`}`;
