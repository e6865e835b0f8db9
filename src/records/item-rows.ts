import { sql } from 'kysely';
import { parameter, type Value } from '../database/prepare';
import type { Statements } from '../database/statements';

/** An item of a user, with its columns as JSON. */
export interface ItemRow {
  readonly table: string;
  readonly id: string;
  readonly userKey: number;
  readonly item: string;
}

type Columns = Readonly<Record<string, Value>>;

/** Reads and writes items of users whole, whatever columns they have. */
export class ItemRows {
  constructor(private readonly statements: Statements) {}

  /** The items that point to a record by a column. */
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

  /** Nothing, where the user has one that cannot be beside it. */
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

  /** Gives the columns that are as they were left what they had before. */
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
