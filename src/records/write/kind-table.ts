import { sql } from 'kysely';
import type { Kind } from '../../kinds';
import type { Attributes } from '../../kinds/attribute';
import type { OwnedRows } from '../../kinds/deserialization';
import { parameter, type Statement, type Statements, type Value, type Values } from '../../store/database/sql';
import { now, timestamp } from '../../store/values/time';

export type Columns = Readonly<Record<string, Value>>;

/** Reads and writes rows of one kind. */
export class KindTable {
  #insert: Statement<never, Values> | undefined;

  constructor(
    private readonly statements: Statements,
    private readonly kind: Kind,
  ) {}

  row(key: number, columns: Columns): Columns {
    const { table, slugFrom } = this.kind;
    const found = this.statements
      .get<Record<string, Value>>(`row ${table}`, (db) =>
        db
          .selectFrom(table)
          .select([...Object.keys(columns), 'created_at', 'updated_at', ...(slugFrom ? ['slug'] : [])])
          .where('key', '=', parameter('key')),
      )
      .get({ key });
    return found as Columns;
  }

  /** Key of the record with the same unique columns. */
  identical(columns: Columns): number | undefined {
    return this.kind.identity && this.#like(this.kind.identity, columns)?.key;
  }

  /** Imported record with the same identifying columns. */
  twin(columns: Columns): { readonly key: number; readonly id: string } | undefined {
    const { identity, likeness = identity } = this.kind;
    return likeness && this.#like(likeness, columns);
  }

  #like(names: readonly string[], columns: Columns): { readonly key: number; readonly id: string } | undefined {
    const { table } = this.kind;
    // NULLs are frequent, so they are not looked up by index.
    const empty = names.filter((name) => columns[name] === null);
    return this.statements
      .get<{ key: number; id: string }>(`like ${table} ${names.join()} ${empty.join()}`, (db) =>
        names.reduce(
          (rows, name) =>
            empty.includes(name) ? rows.where(sql<boolean>`+${sql.ref(name)} IS NULL`) : rows.where(name, '=', parameter(name)),
          db.selectFrom(table).select(['key', 'id']),
        ),
      )
      .get(Object.fromEntries(names.map((name) => [name, columns[name] as Value])));
  }

  /** @param key former key to reuse if free; otherwise the next one */
  insert(id: string, columns: Columns, attributes: Attributes, key?: number): number {
    const { table } = this.kind;
    const row = {
      ...columns,
      id,
      created_at: givenTime(attributes.created_at) ?? now(),
      updated_at: givenTime(attributes.updated_at) ?? null,
    };
    if (key !== undefined && this.#isFree(key)) return this.#insertAs({ ...row, key });
    this.#insert ??= this.statements.get(`insert ${table}`, (db) => db.insertInto(table).values(slots(row)));
    return this.#insert.insert(row);
  }

  #insertAs(row: Columns): number {
    const { table } = this.kind;
    return this.statements.get(`insert ${table} as`, (db) => db.insertInto(table).values(slots(row))).insert(row);
  }

  #isFree(key: number): boolean {
    const { table } = this.kind;
    const found = this.statements.get(`there ${table}`, (db) => db.selectFrom(table).select('key').where('key', '=', parameter('key')));
    return found.get({ key }) === undefined;
  }

  /** Updates all columns of a row, with its modification time. */
  update(key: number, columns: Columns, { created_at, updated_at }: Columns): void {
    const { table } = this.kind;
    const row = { ...columns, created_at: created_at as Value, updated_at: updated_at as Value };
    this.statements
      .get(`update ${table}`, (db) => db.updateTable(table).set(slots(row)).where('key', '=', parameter('key')))
      .run({ ...row, key });
  }

  /** Current rows of a list as JSON. */
  owned({ table, owner, columns, list }: OwnedRows, key: number): string[] {
    const current = this.statements
      .get<Record<string, Value>>(`owned ${table} ${list}`, (db) =>
        of(db.selectFrom(table).select(columns).where(owner, '=', parameter('key')), list),
      )
      .all({ key });
    return current.map((row) => JSON.stringify(columns.map((column) => row[column])));
  }

  replaceOwned(owned: OwnedRows, key: number): void {
    const { table, owner, list } = owned;
    this.statements.get(`empty ${table} ${list}`, (db) => of(db.deleteFrom(table).where(owner, '=', parameter('key')), list)).run({ key });
    this.addOwned(owned, key);
  }

  addOwned({ table, owner, columns, rows }: OwnedRows, key: number): void {
    if (rows.length === 0) return;
    const names = [owner, ...columns];
    const insert = this.statements.get(`own ${table}`, (db) =>
      db.insertInto(table).values(Object.fromEntries(names.map((name) => [name, parameter(name)]))),
    );
    for (const row of rows) {
      const values: Record<string, Value> = { [owner]: key };
      for (let index = 0; index < columns.length; index++) values[columns[index] as string] = row[index] as Value;
      insert.run(values);
    }
  }
}

/** Restricts a query to one list of a shared table. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's types for selecting and deleting differ, and tables are chosen when it runs.
const of = (query: any, list: string | undefined) => (list === undefined ? query : query.where('list', '=', list));

/** Placeholders for the values of a row. */
const slots = (row: Columns) => Object.fromEntries(Object.keys(row).map((name) => [name, parameter(name)]));

/** A record's timestamp in stored form. */
export function givenTime(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined;
  return storedTime.test(time) ? time : timestamp(new Date(time));
}

const storedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
