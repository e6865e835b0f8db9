import { type TObject, Type as t } from '@sinclair/typebox';
import type { Value } from '../store/database/connection';
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
  positionsOf,
  type Table,
} from './attribute';
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
    return [{ list, empty, rowOf: rowOf as (...context: [item: unknown, ...ForRow]) => readonly Value[] }];
  });
  const importable = importableRelationships(relationships, above);
  const related = Object.keys(importable).map((name) => [name in attributes ? `relationships.${name}` : name, name] as const);
  const relationshipNames = new Map(related);
  const origins = new Map([
    ...columns.map(({ attribute, column }) => [column, attribute] as const),
    ...related.map(([origin, name]) => [(importable[name] as BelongsTo).column, origin] as const),
  ]);
  const pointers = new Map(
    Object.entries(attributes).map(([name, attribute]) => [name, attribute.pointer?.(fieldOf(table, name, attribute))] as const),
  );
  return {
    schema: t.Object(properties, { additionalProperties: false }),
    partialSchema: t.Partial(t.Object(properties), { additionalProperties: false }),
    relationships: importable,
    columns: (attributes, findKey) => {
      const row: Record<string, Value> = {};
      for (const { attribute, column, enter } of columns) row[column] = enter(attributes[attribute], attributes, findKey);
      return row;
    },
    owned: (attributes, findKey) =>
      lists.map(({ rowOf, list, empty }) => {
        const items = (attributes[list.attribute] ?? []) as readonly unknown[];
        if (items.length === 0) return empty;
        const positions = positionsOf(items);
        const rows = items.map((item, index) => rowOf(item, positions[index] as number, findKey));
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
const importableRelationships = (relationships: Declared['relationships'], above: readonly Above[]): Deserializer['relationships'] =>
  Object.fromEntries(
    Object.entries(relationships).flatMap(([name, relationship]) =>
      isBelongsTo(relationship) && relationship.column !== above.at(-1)?.column
        ? [[name, { ...relationship, table: addressOf(relationship.target).table }]]
        : [],
    ),
  );

type Row = readonly Value[];

/** Texts as printed, of which one is enough. */
const printed = new Set(['position', 'name_variation', 'join_phrase']);

/** A credit for some tracks is not one for all, and a detail in brackets makes it another, as does a role. */
const exact = new Set(['list', 'detail', 'tracks']);

/**
 * Folds rows of a list that name one record twice, as after a merge. The first keeps its position and gets values that only the other
 * has; rows with different values stay apart.
 * @param mayBeOne whether to compare two rows, by their indexes
 */
export function foldDoubles(columns: readonly string[], rows: readonly Row[], mayBeOne: (one: number, other: number) => boolean): Row[] {
  const folded: { readonly row: Row; readonly index: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const at = folded.findIndex((earlier) => mayBeOne(earlier.index, index) && isDouble(columns, earlier.row, row));
    const first = folded[at];
    if (first) folded[at] = { ...first, row: first.row.map((value, column) => value ?? row[column] ?? null) };
    else folded.push({ row, index });
  }
  return folded.map(({ row }) => row);
}

const isDouble = (columns: readonly string[], one: Row, other: Row): boolean =>
  columns.every((name, index) => {
    const [a, b] = [one[index], other[index]];
    if (a === b || printed.has(name)) return true;
    return (a === null || b === null) && !exact.has(name) && !name.endsWith('_key');
  });
