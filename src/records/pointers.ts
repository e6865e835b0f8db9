import { sql } from 'kysely';
import { parameter } from '../database/prepare';
import type { Statements } from '../database/statements';
import type { Table } from '../kinds/attribute';

/** A column that points to a table. `owner` is set where its rows belong to a record of another table, which they change. */
export interface Pointer {
  readonly table: string;
  readonly column: string;
  readonly owner: string | null;
  readonly owner_column: string | null;
}

/** Every column that points to a table, as the schema declares them: to ask it takes as long as to write a record. */
export class Pointers {
  readonly #known = new Map<Table, readonly Pointer[]>();

  constructor(private readonly statements: Statements) {}

  to(table: Table): readonly Pointer[] {
    let found = this.#known.get(table);
    if (!found) {
      found = this.statements.get<Pointer>('pointers', (db) => ({ compile: () => pointers.compile(db) })).all({ target: table });
      this.#known.set(table, found);
    }
    return found;
  }
}

/** The rows of a list have no id of their own; their first key column says whose they are. */
const pointers = sql<Pointer>`
  SELECT t.name AS "table", f."from" AS "column",
    owned."table" AS owner, owned."from" AS owner_column
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS f
  LEFT JOIN pragma_foreign_key_list(t.name) AS owned
    ON owned."from" = (SELECT name FROM pragma_table_info(t.name) WHERE pk = 1) AND owned."from" <> f."from"
      AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'id')
  WHERE t.type = 'table' AND f."table" = ${parameter('target')}`;
