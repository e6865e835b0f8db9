import { type TObject, Type as t } from '@sinclair/typebox';
import type { Value } from '../store/database/sql';
import type { Above, Address } from './address';
import { type AttributeMap, type Attributes, type EnteringRows, type FindKey, fieldOf, maybe, type Pointer, type Table } from './attribute';
import { addressOf } from './declared';
import { givenSchemasOf, type Parts } from './parts';
import { type BelongsTo, isBelongsTo, type KindRelationship } from './relationships';

/** The rows of a table that belong to a record, all of them: what one attribute becomes. */
export interface OwnedRows extends Omit<EnteringRows, 'rowOf'> {
  readonly attribute: string;
  readonly rows: readonly (readonly Value[])[];
}

/** How records of a kind enter: what they are checked by, and the columns and rows that they become. */
export interface Entrance {
  /** Of a whole record, and of one that says a part only, where nothing is required. */
  readonly schema: TObject;
  readonly partialSchema: TObject;
  /** The relationships that a record gives; those of its address are not among them. */
  readonly relationships: Readonly<Record<string, BelongsTo & { readonly table: Table }>>;
  readonly columns: (attributes: Attributes, findKey: FindKey) => Record<string, Value>;
  readonly owned: (attributes: Attributes, findKey: FindKey) => readonly OwnedRows[];
  /**
   * The attribute or relationship that a column comes from; none, where the address says it. A relationship that an
   * attribute shares its name with has another one here.
   */
  readonly originOf: (column: string) => string | undefined;
  /** The relationship that an origin is; none, where it is an attribute. */
  readonly relationshipOf: (origin: string) => string | undefined;
  /** The column by which an attribute leads to records of another kind; none, where it names no records. */
  readonly pointerOf: (attribute: string) => Pointer | undefined;
  /** How the records inside this one enter, where it can have any. */
  readonly parts: (Parts & { readonly entrance: Entrance }) | undefined;
}

interface Declared extends Address {
  readonly attributes: AttributeMap;
  readonly relationships: Readonly<Record<string, KindRelationship>>;
  readonly parts: Parts | undefined;
}

const time = () => maybe(t.String({ format: 'date-time' }));

/** Works out how the records of a kind enter, from what its declaration says of each attribute and relationship. */
export function entranceOf({ table, attributes, relationships, above, parts }: Declared): Entrance {
  const properties = { _id: t.Optional(t.String()), ...givenSchemasOf(attributes), created_at: time(), updated_at: time() };
  const columns = Object.entries(attributes).flatMap(([name, attribute]) =>
    (attribute.enters?.columns?.(fieldOf(table, name, attribute)) ?? []).map(([column, enter]) => ({
      attribute: name,
      column,
      // What a value is made of was checked against the schema beside it.
      enter: enter as (value: unknown, attributes: Attributes, findKey: FindKey) => Value,
    })),
  );
  const lists = Object.entries(attributes).flatMap(([attribute, { enters, column }]) => {
    const entering = enters?.rows?.({ table, name: attribute, column: column ?? attribute });
    if (!entering) return [];
    const { rowOf, ...rows } = entering;
    const list = { attribute, ...rows };
    // Most lists of most records are empty.
    const empty: OwnedRows = { ...list, rows: [] };
    return [{ list, empty, rowOf: rowOf as (item: unknown, index: number, findKey: FindKey) => readonly Value[] }];
  });
  const given = givenRelationships(relationships, above);
  const related = Object.keys(given).map((name) => [name in attributes ? `relationships.${name}` : name, name] as const);
  const relationshipNames = new Map(related);
  const origins = new Map([
    ...columns.map(({ attribute, column }) => [column, attribute] as const),
    ...related.map(([origin, name]) => [(given[name] as BelongsTo).column, origin] as const),
  ]);
  const pointers = new Map(
    Object.entries(attributes).map(([name, attribute]) => [name, attribute.pointer?.(fieldOf(table, name, attribute))] as const),
  );
  return {
    schema: t.Object(properties, { additionalProperties: false }),
    partialSchema: t.Partial(t.Object(properties), { additionalProperties: false }),
    relationships: given,
    columns: (attributes, findKey) => {
      const row: Record<string, Value> = {};
      for (const { attribute, column, enter } of columns) row[column] = enter(attributes[attribute], attributes, findKey);
      return row;
    },
    owned: (attributes, findKey) =>
      lists.map(({ rowOf, list, empty }) => {
        const items = (attributes[list.attribute] ?? []) as readonly unknown[];
        return items.length === 0 ? empty : { ...list, rows: items.map((item, index) => rowOf(item, index, findKey)) };
      }),
    originOf: (column) => origins.get(column),
    relationshipOf: (origin) => relationshipNames.get(origin),
    pointerOf: (attribute) => pointers.get(attribute),
    parts: parts && {
      ...parts,
      entrance: entranceOf({ table, path: '', above, attributes: parts.attributes, relationships, parts: undefined }),
    },
  };
}

/** Those by a column which the address of a record does not say already. */
const givenRelationships = (relationships: Declared['relationships'], above: readonly Above[]): Entrance['relationships'] =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, relationship]) =>
      isBelongsTo(relationship) && relationship.column !== above.at(-1)?.column
        ? [[name, { ...relationship, table: addressOf(relationship.target).table }]]
        : [],
    ),
  );
