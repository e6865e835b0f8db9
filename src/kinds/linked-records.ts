import { type TArray, type TObject, type TSchema, Type as t } from '@sinclair/typebox';
import { sql } from 'kysely';
import type { Value } from '../store/database/connection';
import { addressOf } from './address';
import {
  type Attribute,
  arrayOf,
  type FindKey,
  maybe,
  namesIgnored,
  shortText,
  slugMember,
  slugWithNames,
  type Table,
  textInput,
} from './attribute';
import { listOf, objectOf, orNull, unlessNull } from './texts';

// Attributes that reference records with additional data, which relationships could not express.

const identified = { iri: t.String(), id: t.String({ format: 'uuid' }), ...slugWithNames };

/** Members of an item that references a record with a name. */
export const namedRecord = { ...identified, name: t.String() };

/** Members of an item that references a record with a title. */
export const titledRecord = { ...identified, title: t.String() };

/** The referenced type, and the attribute with its name. */
interface Named {
  readonly type: string;
  readonly title: 'name' | 'title';
}

interface Link {
  /** Join table and its foreign key to the referenced record. */
  readonly table: Table;
  readonly column: string;
  /** Texts of the link, with their schema in imports, and the normalizer of a column `…_normalized`. */
  readonly texts?: readonly { readonly name: string; readonly given?: () => TSchema; readonly normalize?: (text: string) => Value }[];
  /** The text that may be the slug of an artist role. */
  readonly role?: string;
  /** Whether an item may have only its first text and no record. */
  readonly mayBeUnknown?: boolean;
}

interface GivenItem {
  readonly iri?: string | null;
  readonly [name: string]: unknown;
}

const givenReference = (title: string, mayBeUnknown = false) => {
  const ignored = mayBeUnknown ? maybe(t.String()) : t.Optional(t.String());
  return { id: ignored, [title]: ignored, ...namesIgnored };
};

/** Ordered references with data of the link. `item` is the API schema. */
export const linkedRecords = <S extends TObject>(item: S, { type, title }: Named, link: Link): Attribute<TArray<NoInfer<S>>, null> => {
  const { table, column, texts = [], role, mayBeUnknown } = link;
  return {
    schema: t.Array(item),
    column: null,
    value: (row, field) => {
      const target = addressOf(type);
      const members = [
        sql`'iri', ${sql.lit(`${target.path}/`)} || r.id, 'id', r.id, ${sql.lit(title)}, ${sql.ref(`r.${title}`)}`,
        ...texts.map(({ name }) => sql`${sql.lit(name)}, ${sql.ref(`l.${name}`)}`),
      ];
      const roleName =
        field.names && role !== undefined ? sql`, 'role_name', (SELECT role FROM artist_role WHERE slug = ${sql.ref(`l.${role}`)})` : sql``;
      return arrayOf<never>(sql`
        SELECT json_object(${sql.join(members)}${slugMember(field, 'r')}${roleName}) AS item
        FROM ${sql.table(table)} AS l ${sql.raw(mayBeUnknown ? 'LEFT JOIN' : 'JOIN')} ${sql.table(target.table)} AS r ON r.key = ${sql.ref(`l.${column}`)}
        WHERE ${sql.ref(`l.${field.table}_key`)} = ${sql.ref(`${row}.key`)} ORDER BY l.position`);
    },
    deserialize: {
      schema: () =>
        maybe(
          t.Array(
            t.Object({
              iri: mayBeUnknown ? maybe(t.String()) : t.String(),
              ...givenReference(title, mayBeUnknown),
              ...Object.fromEntries(texts.map(({ name, given = () => textInput(shortText) }) => [name, given()])),
            } as Record<string, TSchema>),
          ),
        ),
      rows: (field) => ({
        table,
        owner: `${field.table}_key`,
        columns: ['position', column, ...texts.flatMap(({ name, normalize }) => (normalize ? [name, `${name}_normalized`] : [name]))],
        rowOf: (item: GivenItem, position: number, findKey: FindKey): Value[] => [
          position,
          item.iri ? findKey(addressOf(type).table, item.iri) : null,
          ...texts.flatMap(({ name, normalize }) => {
            const written = item[name] as string | null | undefined;
            return normalize ? [orNull(written), written ? normalize(written) : null] : [orNull(written)];
          }),
        ],
      }),
    },
    pointer: (field) => ({
      type,
      table,
      column,
      owner: `${field.table}_key`,
      ...(mayBeUnknown && texts[0] && { remainder: texts[0].name }),
    }),
    serialize: (row, field) => {
      const target = addressOf(type);
      const iri = `iif(r.id IS NULL, '', ',"iri":"${target.path}/' || r.id || '"')`;
      return listOf(
        field.name,
        `SELECT ${objectOf([iri, ...texts.map(({ name }) => unlessNull(name, `l.${name}`))])} AS item
        FROM ${table} AS l ${mayBeUnknown ? 'LEFT' : 'CROSS'} JOIN "${target.table}" AS r ON r.key = l.${column}
        WHERE l.${field.table}_key = ${row}.key ORDER BY l.position`,
      );
    },
  };
};

export const linkedRecord = <S extends TSchema>(schema: S, { type, title }: Named, column: string): Attribute<S, null> => ({
  schema,
  column: null,
  value: (row, field) => {
    const target = addressOf(type);
    const members = sql`'iri', ${sql.lit(`${target.path}/`)} || r.id, 'id', r.id, ${sql.lit(title)}, ${sql.ref(`r.${title}`)}`;
    return sql<never>`(
      SELECT json_object(${members}${slugMember(field, 'r')})
      FROM ${sql.table(target.table)} AS r WHERE r.key = ${sql.ref(`${row}.${column}`)}
    )`;
  },
  deserialize: {
    schema: () => maybe(t.Object({ iri: t.String(), ...givenReference(title) } as Record<string, TSchema>)),
    columns: () => [
      [
        column,
        (item: GivenItem | null | undefined, _all: never, findKey: FindKey) => (item ? findKey(addressOf(type).table, item.iri) : null),
      ],
    ],
  },
  pointer: ({ table }) => ({ type, table, column }),
  serialize: (row, { name }) => {
    const target = addressOf(type);
    return `coalesce(',"${name}":{"iri":"${target.path}/' || (SELECT r.id FROM "${target.table}" AS r WHERE r.key = ${row}.${column}) || '"}', '')`;
  },
});

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

type DetailItem = Readonly<Record<string, string | null | undefined>>;

/** A list of items with several texts, stored as rows in order. `item` is the API schema. */
export function detailList<S extends TObject>(item: S, { table, maximum, details }: DetailList): Attribute<TArray<NoInfer<S>>, null> {
  const names = Object.keys(details);
  const columns = Object.entries(details).flatMap(([name, { also }]) => (also ? [name, also[0]] : [name]));
  const valuesOf = (item: DetailItem): Value[] =>
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
        rowOf: (item: DetailItem, position: number): Value[] => [position, ...valuesOf(item)],
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
