import { type TArray, type TObject, type TSchema, Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import { closed } from '../api/schema/schemas';
import { type Address, addressOf } from './address';
import { type Attribute, type AttributeMap, arrayOf, fieldOf, maybe, selected, type Table } from './attribute';
import { always, listOf, objectOf } from './texts';

/** Records nested in another record of their table, with ids of their own, read together with it. */
export interface Parts {
  readonly attribute: string;
  /** Foreign key to the containing record. */
  readonly column: string;
  readonly attributes: AttributeMap;
}

export type SchemasOf<A extends AttributeMap> = { [K in keyof A]: A[K]['schema'] };

export const schemasOf = <A extends AttributeMap>(attributes: A): SchemasOf<A> =>
  Object.fromEntries(Object.entries(attributes).map(([name, { schema }]) => [name, schema])) as SchemasOf<A>;

/** Import schemas by attribute. */
export const inputSchemasOf = (attributes: AttributeMap): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, { deserialize }]) => (deserialize ? [[name, deserialize.schema()]] : [])));

const names = { iri: t.String({ format: 'iri-reference' }), id: t.String({ format: 'uuid' }) };
const givenNames = { iri: t.Optional(t.String()), id: names.id };

/** The `parts` attribute: its kind of records and column. */
export interface PartsAttribute<S extends TSchema> extends Attribute<S, null> {
  readonly parts: Omit<Parts, 'attribute'>;
}

/**
 * Parts of a record: rows of the same table with a foreign key to it, by position.
 * @param holds SQL condition on rows that can have parts
 */
export function partsOf<A extends AttributeMap>(
  type: string,
  column: string,
  attributes: A,
  holds: (row: string) => string,
): PartsAttribute<TArray<TObject<typeof names & SchemasOf<A>>>> {
  const fieldsOf = (table: Table, named?: boolean) =>
    Object.entries(attributes).map(([name, attribute]) => ({ field: { ...fieldOf(table, name, attribute), names: named }, attribute }));
  return {
    schema: t.Array(closed({ ...names, ...schemasOf(attributes) })) as never,
    column: null,
    parts: { column, attributes },
    value: (row, { table, names: named }) => {
      const members = fieldsOf(table, named).map(
        ({ field, attribute }) => sql`${sql.lit(field.name)}, ${asJson(attribute.schema, selected('part', field, attribute))}`,
      );
      return arrayOf<never>(sql`
        SELECT json_object('iri', ${iriOfPart(addressOf(type))}, 'id', part.id, ${sql.join(members)}) AS item
        FROM ${sql.table(table)} AS part WHERE ${sql.ref(`part.${column}`)} = ${sql.ref(`${row}.key`)} ORDER BY part.position, part.id`);
    },
    deserialize: { schema: () => maybe(t.Array(closed({ ...givenNames, ...inputSchemasOf(attributes) }))) },
    serialize: (row, { table, name }) => {
      const members = fieldsOf(table).flatMap(({ field, attribute }) => attribute.serialize?.('part', field) ?? []);
      return `iif(${holds(row)}, ${listOf(
        name,
        `SELECT ${objectOf([always('id', 'part.id'), ...members])} AS item FROM ${table} AS part
        WHERE part.${column} = ${row}.key ORDER BY part.position, part.id`,
      )}, '')`;
    },
  };
}

/** A part uses its record's address; parents are joined under their own names. */
const iriOfPart = ({ path, above }: Address): RawBuilder<string> => {
  const texts = `${path}/`.split(/:\w+/).map((text) => sql`${sql.lit(text)}`);
  const ids = [...above.map(({ table }) => sql.ref(`${table}.id`)), sql.ref('part.id')];
  return sql.join(
    texts.flatMap((text, index) => [text, ids[index] as RawBuilder<unknown>]),
    sql` || `,
  );
};

/** Within JSON, nested JSON text and booleans must be marked as such. */
function asJson({ type, anyOf }: TSchema, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const types = anyOf ? (anyOf as TSchema[]).map((part) => part.type) : [type];
  if (types.includes('boolean')) return sql`json(iif(${value}, 'true', 'false'))`;
  if (types.includes('array')) return sql`json(coalesce(${value}, '[]'))`;
  return types.includes('object') ? sql`json(${value})` : value;
}
