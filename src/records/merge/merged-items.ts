import { sql } from 'kysely';
import type { Kind, Kinds } from '../../kinds';
import { parameter, type Statements, type Value } from '../../store/database/sql';
import type { CoverRow, CoverRows } from '../write/cover';

/** Items of users whose release was merged. */
export interface MovedItems {
  readonly table: string;
  readonly type: string;
  /** UUID of their former release. */
  readonly of: string;
  /** UUIDs of the items. */
  readonly ids: readonly string[];
}

/** An item before a merge, with the UUID of its release. */
export interface ItemBefore extends ItemRow {
  readonly of: string;
}

interface SetAsideRow {
  readonly key: number;
  readonly table: string;
  readonly item: string;
  readonly left_as: string | null;
}

/** User items affected by a merge and its undo. */
export class MergedItems {
  readonly #rows: ItemRows;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {
    this.#rows = new ItemRows(statements);
  }

  read({ heldBy, table }: Kind, key: number, of: string): ItemBefore[] {
    return heldBy.flatMap((holder) => this.#rows.of(holder, `${table}_key`, key).map((row) => ({ ...row, of })));
  }

  /** Moved items by list. */
  moved({ heldBy, type }: Kind, of: string, items: readonly ItemBefore[]): MovedItems[] {
    return heldBy.flatMap((table) => {
      const ids = items.filter((item) => item.table === table && item.of === of).map(({ id }) => id);
      return ids.length > 0 ? [{ table, type, of, ids }] : [];
    });
  }

  /** Stores items that the merge removed or changed. */
  setAside(revision: number, items: readonly ItemBefore[], column: string): void {
    for (const { table, of, id, userKey, item } of items) {
      const now = this.#rows.find(table, id);
      if (now && isSame(item, now.item, column)) continue;
      this.statements
        .get('set aside', (db) =>
          db.insertInto('set_aside_item').values({
            revision_key: parameter('revision'),
            user_key: parameter('userKey'),
            record_id: parameter('of'),
            item_table: parameter('table'),
            item: parameter('item'),
            left_as: parameter('left'),
          }),
        )
        .run({ revision, userKey, of, table, item, left: now?.item ?? null });
    }
  }

  /** Moves items back that still belong to the merged release. */
  moveBack({ table, type, ids }: MovedItems, from: number, to: number): void {
    const column = `${(this.kinds.find(type) as Kind).table}_key`;
    this.statements
      .get(`move back ${table}`, (db) => ({
        compile: () =>
          sql`UPDATE OR IGNORE ${sql.table(table)} SET ${sql.ref(column)} = ${parameter('to')}
            WHERE ${sql.ref(column)} = ${parameter('from')} AND id IN (SELECT value FROM json_each(${parameter('ids')}))`.compile(db),
      }))
      .run({ from, to, ids: JSON.stringify(ids) });
  }

  /** Restores stored items of an existing record. */
  bringBack(revision: number, of: string, { table: recordTable }: Kind, key: number): void {
    const column = `${recordTable}_key`;
    for (const { key: own, table, item, left_as } of this.#setAside(revision, of)) {
      if (left_as === null) this.#rows.insert(table, { ...JSON.parse(item), [column]: key });
      else this.#rows.takeBack(table, JSON.parse(item), JSON.parse(left_as), column);
      this.statements.get('aside no more', (db) => db.deleteFrom('set_aside_item').where('key', '=', parameter('key'))).run({ key: own });
    }
  }

  #setAside(revision: number, of: string): SetAsideRow[] {
    return this.statements
      .get<SetAsideRow>('set aside of', (db) =>
        db
          .selectFrom('set_aside_item')
          .select(['key', 'item_table as table', 'item', 'left_as'])
          .where('revision_key', '=', parameter('revision'))
          .where('record_id', '=', parameter('of')),
      )
      .all({ revision, of });
  }
}

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

/** Generic access to rows of user items. */
export class ItemRows {
  constructor(private readonly statements: Statements) {}

  of(table: string, column: string, key: number): ItemRow[] {
    return this.#select(table, column, key);
  }

  find(table: string, id: string): ItemRow | undefined {
    return this.#select(table, 'id', id)[0];
  }

  #select(table: string, column: string, value: Value): ItemRow[] {
    const members = sql.join(this.#columns(table).flatMap((name) => [sql.lit(name), sql.ref(name)]));
    const query = sql<Omit<ItemRow, 'table'>>`
      SELECT id, user_key AS "userKey", json_object(${members}) AS item FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${parameter('value')}`;
    return this.statements
      .get<Omit<ItemRow, 'table'>>(`items of ${table} by ${column}`, (db) => ({ compile: () => query.compile(db) }))
      .all({ value })
      .map((row) => ({ table, ...row }));
  }

  #columns(table: string): string[] {
    const query = sql<{ name: string }>`SELECT name FROM pragma_table_info(${parameter('table')}) WHERE name <> 'key'`;
    return this.statements
      .get<{ name: string }>('columns of items', (db) => ({ compile: () => query.compile(db) }))
      .all({ table })
      .map(({ name }) => name);
  }

  /** Skipped if the user has a conflicting one. */
  insert(table: string, row: Columns): void {
    const values = Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]));
    this.statements
      .get(`bring back ${table}`, (db) =>
        db
          .insertInto(table)
          .values(values)
          .onConflict((conflict) => conflict.doNothing()),
      )
      .run(row);
  }

  /** Restores columns that were not changed since. */
  takeBack(table: string, before: Columns, left: Columns, except: string): void {
    for (const name in left) {
      if (name === except || before[name] === left[name]) continue;
      const update = sql`UPDATE ${sql.table(table)} SET ${sql.ref(name)} = ${parameter('before')}
        WHERE id = ${parameter('id')} AND ${sql.ref(name)} IS ${parameter('left')}`;
      this.statements
        .get(`take back ${table}.${name}`, (db) => ({ compile: () => update.compile(db) }))
        .run({ id: left.id as Value, before: before[name] ?? null, left: left[name] ?? null });
    }
  }
}

/** The cover of a merged release, which moves along if the other has none. */
export interface MergedCover {
  /** UUID of the release. */
  readonly of: string;
  /** Whether it moved to the other release. */
  readonly isMoved: boolean;
  readonly cover: CoverRow;
}

/** Moves it back if still there, or restores it while its files exist. */
export function bringCoverBack(covers: CoverRows, { isMoved, cover }: MergedCover, from: number, to: number): void {
  if (isMoved && covers.find(from)?.hash === cover.hash) covers.remove(from);
  covers.give(cover, to);
}
