import { type Static, type TLiteral, type TSchema, type TUnion, Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import type { Decode } from '../api/schema/resource';
import type { Value } from '../store/database/connection';
import type { Schema } from '../store/database/schema.gen';

export type Table = keyof Schema & string;

/** Key of a referenced record, by IRI or UUID (roles by slug). @throws if missing */
export type FindKey = (table: Table, reference: unknown) => number;

export type Attributes = Readonly<Record<string, unknown>>;

/** An attribute's position in a declaration: its kind, name and column. */
export interface StoredField {
  readonly table: Table;
  readonly name: string;
  readonly column: string;
  /** Whether linked records carry their slugs, and credits the names of their roles. */
  readonly names?: boolean | undefined;
}

/** A column with the function that computes it. `attributes` are all attributes of the record. */
export type DeserializedColumn = readonly [column: string, valueOf: (value: never, attributes: never, findKey: FindKey) => Value];

/** Rows of another table that an attribute becomes, in order. */
export interface DeserializedRows {
  readonly table: Table;
  /** Foreign key to the record. */
  readonly owner: string;
  /** Which list of a shared table this is. */
  readonly list?: string;
  readonly columns: readonly string[];
  readonly rowOf: (item: never, ...more: ForRow) => readonly Value[];
}

/** Context of a list row. */
export type ForRow = [position: number, findKey: FindKey];

/** Positions of list items: as stated, or after the highest before. */
export function positionsOf(items: readonly unknown[]): number[] {
  let highest = 0;
  return items.map((item) => {
    const position = (item as { readonly position?: number | null }).position ?? highest + 1;
    highest = Math.max(highest, position);
    return position;
  });
}

/** How an imported attribute becomes columns or rows. */
export interface Deserializing {
  /** Lazy: a running server needs no import schemas, which would slow startup. */
  readonly schema: () => TSchema;
  readonly columns?: (field: StoredField) => readonly DeserializedColumn[];
  readonly rows?: (field: StoredField) => DeserializedRows;
}

/** A foreign key behind an attribute. */
export interface Pointer {
  readonly type: string;
  readonly table: Table;
  readonly column: string;
  /** For list tables: the foreign key to the owner. */
  readonly owner?: string;
  /** For items that may reference no record: the column of their own text, without which the item is empty. */
  readonly remainder?: string;
}

/**
 * One attribute of a kind with all its representations. `S` is its API schema, `C` its column: `undefined` for the attribute's
 * own name, `null` if computed.
 */
export interface Attribute<S extends TSchema = TSchema, C extends string | null | undefined = string | null | undefined> {
  readonly schema: S;
  readonly column: C;
  /** SQL for its value in a row of an alias; without it, the column. */
  readonly value?: (row: string, field: StoredField) => RawBuilder<Stored<Static<S>>>;
  /** Converts what `value` selects, beside the whole row; without it, the schema decides. */
  readonly decode?: Decode;
  /** Without it, the attribute is derived and not imported. */
  readonly deserialize?: Deserializing;
  /** SQL of its member in exported text, with a leading comma; empty if there is no value. */
  readonly serialize?: (row: string, field: StoredField) => string;
  /** For references: the foreign key. */
  readonly pointer?: (field: StoredField) => Pointer;
}

/** Attributes by name, in display order. */
export type AttributeMap = Readonly<Record<string, Attribute>>;

/** Stored form: booleans as 0 or 1; arrays and objects as JSON text, typed as their content. */
export type Stored<V> = V extends boolean ? 0 | 1 : V;

export const fieldOf = (table: Table, name: string, { column }: Attribute): StoredField => ({ table, name, column: column ?? name });

/** SQL value of an attribute. */
export const selected = (row: string, field: StoredField, attribute: Attribute): RawBuilder<unknown> =>
  attribute.value?.(row, field) ?? sql.ref(`${row}.${field.column}`);

/** The slug of a linked record as a further member of its JSON object. */
export const slugMember = ({ names }: Pick<StoredField, 'names'>, linked: string): RawBuilder<unknown> =>
  names ? sql`, 'slug', ${sql.ref(`${linked}.slug`)}` : sql``;

/**
 * JSON array of column `item`, JSON text, of an ordered query; NULL if empty, as most lists are. `json_group_array` takes several
 * times as long, and its own ORDER BY would sort each list that the subquery reads along an index.
 */
export const arrayOf = <A>(query: RawBuilder<unknown>): RawBuilder<A> =>
  sql`(SELECT '[' || group_concat(item, ',') || ']' FROM (${query}))`;

/** SQL string literal. */
export const quote = (value: string | number): string => (typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`);

// Schema parts of attributes, for display and import.

export const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);

export const optionalText = (description?: string) => nullable(t.String(description === undefined ? {} : { description }));

/** Optional and nullable in imports. */
export const maybe = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));

/** Members of linked records that the parameter `names` adds. */
export const slugWithNames = { slug: t.Optional(t.String({ description: 'With names' })) };
export const roleWithNames = { role_name: t.Optional(nullable(t.String({ description: 'With names; null if unknown' }))) };

/** Accepted and ignored in imports and edits, as the name of a linked record is. */
export const namesIgnored = { slug: t.Optional(t.Unknown({ readOnly: true })), role_name: t.Optional(t.Unknown({ readOnly: true })) };

/** A closed list of words. */
export interface Words<W extends string = string> {
  readonly words: readonly W[];
  readonly description: string;
}

/** A vocabulary word, as shown. */
export const oneOf = <W extends string>({ words, description }: Words<W>): TUnion<TLiteral<W>[]> =>
  t.Union(
    words.map((word) => t.Literal(word)),
    { description },
  );

/** A vocabulary word, as imported. */
export const wordInput = ({ words }: Words) => t.Union(words.map((word) => t.Literal(word)));

/** A name or title, as imported. */
export const nameInput = () => t.String({ minLength: 1, maxLength: 255 });

/** A list position from 1, as imported. */
export const positionInput = () => maybe(t.Integer({ minimum: 1 }));

export const textInput = (maxLength: number) => maybe(t.String({ maxLength }));

export const shortText = 255;
export const longText = 10_000;
