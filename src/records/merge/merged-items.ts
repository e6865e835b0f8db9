import type { Kind, Kinds } from '../../kinds';
import { type Connection, insertText, type Value } from '../../store/database/connection';
import { readCover, removeCover, restoreCover } from '../history/cover';
import type { MergedCover, MovedItems } from '../history/revisions';

/** An item before a merge, with the UUID of its release. */
export interface ItemBefore extends ItemRow {
  readonly of: string;
}

/** An item of a user, by the user's key and the item's UUID. */
type NamedItem = Readonly<{ table: string; user: number; id: string }>;

interface SetAsideRow {
  readonly key: number;
  readonly table: string;
  readonly item: string;
  readonly left_as: string | null;
}

export function readUsersItems(connection: Connection, { referencedByUsers, table }: Kind, key: number, of: string): ItemBefore[] {
  return referencedByUsers.flatMap((holder) => rowsOf(connection, holder, `${table}_key`, key).map((row) => ({ ...row, of })));
}

export function movedItems({ type }: Kind, of: string, items: readonly ItemBefore[]): MovedItems[] {
  return items.flatMap(({ table, userKey: user, id, of: own }) => (own === of ? [{ table, type, of, user, ids: [id] }] : []));
}

/** Stores items that the merge removed or changed. */
export function setItemsAside(connection: Connection, revision: number, items: readonly ItemBefore[], column: string): void {
  for (const { table, of, id, userKey, item } of items) {
    const now = findItem(connection, table, id);
    if (now && isSame(item, now.item, column)) continue;
    connection.change(
      `INSERT INTO set_aside_item (revision_key, user_key, record_id, item_table, item, left_as)
         VALUES (:revision, :userKey, :of, :table, :item, :left)`,
      { revision, userKey, of, table, item, left: now?.item ?? null },
    );
  }
}

/** Moves items back that still belong to the merged release. */
export function moveItemsBack(connection: Connection, kinds: Kinds, { table, type, ids }: MovedItems, from: number, to: number): void {
  const column = `${(kinds.find(type) as Kind).table}_key`;
  connection.change(
    `UPDATE OR IGNORE "${table}" SET ${column} = :to WHERE ${column} = :from AND id IN (SELECT value FROM json_each(:ids))`,
    { from, to, ids: JSON.stringify(ids) },
  );
}

/** Restores stored items of an existing record. */
export function restoreItems(connection: Connection, revision: number, of: string, { table: recordTable }: Kind, key: number): void {
  const column = `${recordTable}_key`;
  for (const { key: own, table, item, left_as } of itemsSetAside(connection, revision, of)) {
    if (left_as === null) insertItem(connection, table, { ...JSON.parse(item), [column]: key });
    else restoreColumns(connection, table, JSON.parse(item), JSON.parse(left_as), column);
    connection.change('DELETE FROM set_aside_item WHERE key = :key', { key: own });
  }
}

function itemsSetAside(connection: Connection, revision: number, of: string): SetAsideRow[] {
  return connection.all<SetAsideRow>(
    `SELECT key, item_table AS "table", item, left_as FROM set_aside_item WHERE revision_key = :revision AND record_id = :of`,
    { revision, of },
  );
}

/** UUID of the release that a removed item of a user was of before the merges that were undone since. */
export function releaseBefore(connection: Connection, user: number, removed: string, named: string): string {
  const passed = new Set([named]);
  let first = named;
  for (const into of passed) {
    first = into;
    const before = connection.get<{ of: string }>(undoneMerge, { user, removed, into });
    if (before) passed.add(before.of);
  }
  return first;
}

/**
 * Lets undone merges move a restored item back.
 * @param item with the release that it was of, which may have been merged since, also several times
 */
export const addItemToMerges = (connection: Connection, item: NamedItem & { readonly named: string }): unknown =>
  connection.change(addToMerges, item);

const undoneMerge = `
  SELECT moved.value ->> 'of' AS "of" FROM revision AS undo CROSS JOIN revision AS merged ON merged.key = undo.reverted_key
    CROSS JOIN json_each(merged.merge, '$.items') AS moved
  WHERE undo.reverted_key IS NOT NULL AND merged.action = 'merged' AND merged.merge ->> 'into' = :into
    AND moved.value ->> 'user' = :user AND :removed IN (SELECT value FROM json_each(moved.value, '$.ids'))
  ORDER BY merged.key LIMIT 1`;

/** Whether a merge into a release has moved an item of a user. */
export const isMovedItem = (connection: Connection, item: NamedItem & { readonly releaseKey: number }): boolean =>
  connection.get(movedItem, item) !== undefined;

const movedItem = `
  SELECT 1 FROM "release" AS r CROSS JOIN merged_record AS led ON led.resource_type = 'Release' AND led.merged_into_id = r.id
    CROSS JOIN revision AS merged ON merged.resource_type = 'Release' AND merged.resource_id = led.id AND merged.action = 'merged'
    CROSS JOIN json_each(merged.merge, '$.items') AS moved CROSS JOIN json_each(moved.value, '$.ids') AS item
  WHERE r.key = :releaseKey AND moved.value ->> 'table' = :table AND moved.value ->> 'user' = :user
    AND item.value = :id LIMIT 1`;

const lastMerge = (id: string): string =>
  `(SELECT max(key) FROM revision WHERE resource_type = 'Release' AND resource_id = ${id} AND action = 'merged')`;

/** More items than these of a merge are not moved back, so that nobody makes its revision grow without end. */
const mostAdded = 5_000;

/** The chain also ends at a merge by an import, which has no revision to undo. */
const addToMerges = `
  UPDATE revision SET merge = json_insert(merge, '$.items[#]',
    json_object('table', :table, 'type', 'Release', 'of', resource_id, 'user', :user, 'ids', json_array(:id)))
  WHERE json_array_length(merge, '$.items') < ${mostAdded} AND instr(merge, :id) = 0 AND key IN (
    WITH RECURSIVE passed (id, merge_key) AS (
      SELECT :named, ${lastMerge(':named')}
      UNION SELECT step.merge ->> 'into', ${lastMerge("step.merge ->> 'into'")} FROM passed CROSS JOIN revision AS step
      WHERE step.key = passed.merge_key AND NOT EXISTS (SELECT 1 FROM "release" WHERE id = passed.id)
    )
    SELECT merge_key FROM passed WHERE NOT EXISTS (SELECT 1 FROM "release" WHERE id = passed.id))`;

/** Equal except for the reference. */
function isSame(before: string, now: string, column: string): boolean {
  const [a, b] = [before, now].map((text) => ({ ...(JSON.parse(text) as Record<string, Value>), [column]: null }));
  return Bun.deepEquals(a, b);
}

/** An item with its columns as JSON. */
export interface ItemRow {
  readonly table: string;
  readonly id: string;
  readonly userKey: number;
  readonly item: string;
}

type Columns = Readonly<Record<string, Value>>;

function rowsOf(connection: Connection, table: string, column: string, key: number): ItemRow[] {
  return selectItems(connection, table, column, key);
}

function findItem(connection: Connection, table: string, id: string): ItemRow | undefined {
  return selectItems(connection, table, 'id', id)[0];
}

function selectItems(connection: Connection, table: string, column: string, value: Value): ItemRow[] {
  const members = itemColumns(connection, table).map((name) => `'${name}', "${name}"`);
  return connection
    .all<Omit<ItemRow, 'table'>>(
      `SELECT id, user_key AS "userKey", json_object(${members}) AS item FROM "${table}" WHERE ${column} = :value`,
      { value },
    )
    .map((row) => ({ table, ...row }));
}

/** Names of all columns but the key. */
export function itemColumns(connection: Connection, table: string): string[] {
  return connection
    .all<{ name: string }>("SELECT name FROM pragma_table_info(:table) WHERE name <> 'key'", { table })
    .map(({ name }) => name);
}

/**
 * Skipped if the user has a conflicting one; under a new id if another user's item has its id.
 * @returns how many were inserted
 */
export function insertItem(connection: Connection, table: string, row: Columns): number {
  const { id = null, user_key: user = null } = row;
  const isTaken = connection.get(`SELECT 1 FROM "${table}" WHERE id = :id AND user_key <> :user`, { id, user }) !== undefined;
  const inserted = isTaken ? { ...row, id: Bun.randomUUIDv7() } : row;
  return connection.change(`${insertText(table, Object.keys(row))} ON CONFLICT DO NOTHING`, inserted);
}

/** Restores columns that were not changed since. */
function restoreColumns(connection: Connection, table: string, before: Columns, left: Columns, except: string): void {
  for (const name in left) {
    if (name === except || before[name] === left[name]) continue;
    connection.change(`UPDATE "${table}" SET "${name}" = :before WHERE id = :id AND "${name}" IS :left`, {
      id: left.id as Value,
      before: before[name] ?? null,
      left: left[name] ?? null,
    });
  }
}

/** Moves it back if still there, or restores it while its files exist. */
export function bringCoverBack(connection: Connection, { isMoved, cover }: MergedCover, from: number, to: number): void {
  if (isMoved && readCover(connection, from)?.hash === cover.hash) removeCover(connection, from);
  restoreCover(connection, cover, to);
}
