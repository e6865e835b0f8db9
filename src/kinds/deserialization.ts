import { type TObject, Type as t } from '@sinclair/typebox';
import type { Value } from '../store/database/sql';
import { type Above, type Address, addressOf } from './address';
import {
  type AttributeMap,
  type Attributes,
  type DeserializedRows,
  type FindKey,
  type ForRow,
  fieldOf,
  maybe,
  type Pointer,
  type Table,
} from './attribute';
import { foldDoubles } from './doubled-rows';
import { inputSchemasOf, type Parts } from './parts';
import { type BelongsTo, isBelongsTo, type KindRelationship } from './relationships';

/** All rows of a table that one attribute becomes. */
export interface OwnedRows extends Omit<DeserializedRows, 'rowOf'> {
  readonly attribute: string;
  readonly rows: readonly (readonly Value[])[];
}

/** How records of a kind are validated and stored. */
export interface Deserializer {
  /** Schemas of whole records, and of partial ones, where nothing is required. */
  readonly schema: TObject;
  readonly partialSchema: TObject;
  /** Importable relationships, without those of the address. */
  readonly relationships: Readonly<Record<string, BelongsTo & { readonly table: Table }>>;
  readonly columns: (attributes: Attributes, findKey: FindKey) => Record<string, Value>;
  readonly owned: (attributes: Attributes, findKey: FindKey) => readonly OwnedRows[];
  /**
   * Attribute or relationship behind a column; `undefined` for address columns. A relationship that shares an attribute's name
   * is renamed here.
   */
  readonly originOf: (column: string) => string | undefined;
  /** Relationship of an origin; `undefined` for attributes. */
  readonly relationshipOf: (origin: string) => string | undefined;
  /** Foreign key behind an attribute; `undefined` if it references no records. */
  readonly pointerOf: (attribute: string) => Pointer | undefined;
  /** Import rules of nested parts, if any. */
  readonly parts: (Parts & { readonly deserializer: Deserializer }) | undefined;
}

interface Declared extends Address {
  readonly attributes: AttributeMap;
  readonly relationships: Readonly<Record<string, KindRelationship>>;
  readonly parts: Parts | undefined;
}

const time = () => maybe(t.String({ format: 'date-time' }));

/** Derives import rules from a declaration. */
export function deserializerOf({ table, attributes, relationships, above, parts }: Declared): Deserializer {
  const properties = { _id: t.Optional(t.String()), ...inputSchemasOf(attributes), created_at: time(), updated_at: time() };
  const columns = Object.entries(attributes).flatMap(([name, attribute]) =>
    (attribute.deserialize?.columns?.(fieldOf(table, name, attribute)) ?? []).map(([column, enter]) => ({
      attribute: name,
      column,
      // The value was checked against the schema beside it.
      enter: enter as (value: unknown, attributes: Attributes, findKey: FindKey) => Value,
    })),
  );
  const lists = Object.entries(attributes).flatMap(([attribute, { deserialize, column }]) => {
    const entering = deserialize?.rows?.({ table, name: attribute, column: column ?? attribute });
    if (!entering) return [];
    const { rowOf, ...rows } = entering;
    const list = { attribute, ...rows };
    // Most lists are empty.
    const empty: OwnedRows = { ...list, rows: [] };
    return [{ list, empty, rowOf: rowOf as (...given: [item: unknown, ...ForRow]) => readonly Value[] }];
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
        if (items.length === 0) return empty;
        const rows: (readonly Value[])[] = [];
        for (const [index, item] of items.entries()) rows.push(rowOf(item, index, findKey, rows));
        return { ...list, rows: rows.length === 1 ? rows : withoutDoubles(list.columns, rows, items) };
      }),
    originOf: (column) => origins.get(column),
    relationshipOf: (origin) => relationshipNames.get(origin),
    pointerOf: (attribute) => pointers.get(attribute),
    parts: parts && {
      ...parts,
      deserializer: deserializerOf({ table, path: '', above, attributes: parts.attributes, relationships, parts: undefined }),
    },
  };
}

/** Different references may be to one record, after a merge. The same one is stated twice for a reason, if there is more to its item. */
function withoutDoubles(columns: readonly string[], rows: OwnedRows['rows'], items: readonly unknown[]): OwnedRows['rows'] {
  const iris = items.map((item) => (typeof item === 'object' && item !== null && 'iri' in item ? item.iri : null) ?? null);
  const hasMore = columns.length > 2;
  return foldDoubles(columns, rows, (one, other) => iris[one] !== null && iris[other] !== null && !(hasMore && iris[one] === iris[other]));
}

/** Relationships not implied by the address. */
const givenRelationships = (relationships: Declared['relationships'], above: readonly Above[]): Deserializer['relationships'] =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, relationship]) =>
      isBelongsTo(relationship) && relationship.column !== above.at(-1)?.column
        ? [[name, { ...relationship, table: addressOf(relationship.target).table }]]
        : [],
    ),
  );
