import { type TArray, type TObject, type TSchema, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import type { Value } from '../store/database/connection';
import { type Attribute, arrayOf, maybe, type Table } from './attribute';
import { listOf, objectOf, orNull, unlessNull } from './texts';

/** A text of a list item: its schema, and a column derived from it. */
export interface Detail {
  readonly given: () => TSchema;
  readonly also?: readonly [column: string, make: (text: string) => Value];
}

interface DetailList {
  readonly table: Table;
  /** Most items of a record. */
  readonly maximum: number;
  /** Texts of an item by column name. */
  readonly details: Readonly<Record<string, Detail>>;
}

type GivenItem = Readonly<Record<string, string | null | undefined>>;

/** A list of items with several texts, stored as rows in order. `item` is the API schema. */
export function detailList<S extends TObject>(item: S, { table, maximum, details }: DetailList): Attribute<TArray<NoInfer<S>>, null> {
  const names = Object.keys(details);
  const columns = Object.entries(details).flatMap(([name, { also }]) => (also ? [name, also[0]] : [name]));
  const valuesOf = (item: GivenItem): Value[] =>
    Object.entries(details).flatMap(([name, { also }]) => {
      const text = orNull(item[name]);
      return also ? [text, typeof text === 'string' ? also[1](text) : null] : [text];
    });
  return {
    schema: t.Array(item),
    column: null,
    value: (row, field) => {
      const members = names.map((name) => sql`${sql.lit(name)}, ${sql.ref(`d.${name}`)}`);
      return arrayOf<never>(sql`
        SELECT json_object(${sql.join(members)}) AS item FROM ${sql.table(table)} AS d
        WHERE ${sql.ref(`d.${field.table}_key`)} = ${sql.ref(`${row}.key`)} ORDER BY d.position`);
    },
    deserialize: {
      schema: () =>
        maybe(
          t.Array(t.Object(Object.fromEntries(Object.entries(details).map(([name, { given }]) => [name, given()]))), { maxItems: maximum }),
        ),
      rows: (field) => ({
        table,
        owner: `${field.table}_key`,
        columns: ['position', ...columns],
        rowOf: (item: GivenItem, position: number): Value[] => [position, ...valuesOf(item)],
      }),
    },
    serialize: (row, field) =>
      listOf(
        field.name,
        `SELECT ${objectOf(names.map((name) => unlessNull(name, `d.${name}`)))} AS item
        FROM ${table} AS d WHERE d.${field.table}_key = ${row}.key ORDER BY d.position`,
      ),
  };
}
