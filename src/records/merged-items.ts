import { sql } from 'kysely';
import { parameter, type Value } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Kind, Kinds } from '../kinds';
import { type ItemRow, ItemRows } from './item-rows';

/** Items of users that were of a record which was merged into another. */
export interface MovedItems {
  readonly table: string;
  readonly type: string;
  /** The UUID of the record that they were of. */
  readonly of: string;
  /** Their own UUIDs. */
  readonly ids: readonly string[];
}

/** An item before a merge, with the UUID of the record that it was of. */
export interface ItemBefore extends ItemRow {
  readonly of: string;
}

interface SetAsideRow {
  readonly key: number;
  readonly table: string;
  readonly item: string;
  readonly left_as: string | null;
}

/** The items of users that follow a merge, and go back where it is taken back. */
export class MergedItems {
  readonly #rows: ItemRows;

  constructor(
    private readonly statements: Statements,
    private readonly kinds: Kinds,
  ) {
    this.#rows = new ItemRows(statements);
  }

  /** The items of a record that a merge is going to touch. */
  read({ heldBy, table }: Kind, key: number, of: string): ItemBefore[] {
    return heldBy.flatMap((holder) => this.#rows.of(holder, `${table}_key`, key).map((row) => ({ ...row, of })));
  }

  /** Those that follow, by the lists that they are in. */
  moved({ heldBy, type }: Kind, of: string, items: readonly ItemBefore[]): MovedItems[] {
    return heldBy.flatMap((table) => {
      const ids = items.filter((item) => item.table === table && item.of === of).map(({ id }) => id);
      return ids.length > 0 ? [{ table, type, of, ids }] : [];
    });
  }

  /** Keeps those that are not there any more, or not as they were beside the record that they are of. */
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

  /** Items that are of the record still that theirs was merged into are of theirs again. */
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

  /** Brings back what was set aside of a record that is there. */
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

/** Whether an item is as it was, whatever record it is of. */
function isSame(before: string, now: string, column: string): boolean {
  const [a, b] = [before, now].map((text) => ({ ...(JSON.parse(text) as Record<string, Value>), [column]: null }));
  return Bun.deepEquals(a, b);
}
