import { type Static, type TLiteral, type TSchema, type TUnion, Type as t } from '@sinclair/typebox';
import { type RawBuilder, sql } from 'kysely';
import type { Schema } from '../store/database/schema';
import type { Value } from '../store/database/sql';

export type Table = keyof Schema & string;

/** Finds the key of a record that another points to, by IRI or UUID (a role: by slug); throws where it is not there. */
export type FindKey = (table: Table, reference: unknown) => number;

/** What a record says of itself, by the names of its attributes. */
export type Attributes = Readonly<Record<string, unknown>>;

/** An attribute at its place in a declaration: whose it is, what it is called, and the column that it is named after. */
export interface Field {
  readonly table: Table;
  readonly name: string;
  readonly column: string;
}

/** A column, with what it holds for a record that enters. `attributes` are all that the record says. */
export type EnteringColumn = readonly [column: string, valueOf: (value: never, attributes: never, findKey: FindKey) => Value];

/** The rows of another table that an attribute becomes: all that belong to the record, in their order. */
export interface EnteringRows {
  readonly table: Table;
  /** The column that holds the record's key. */
  readonly owner: string;
  /** Where several attributes share the table: which of its lists this is. */
  readonly list?: string;
  readonly columns: readonly string[];
  readonly rowOf: (item: never, index: number, findKey: FindKey) => readonly Value[];
}

/** How an attribute of a record that enters becomes columns, or rows of another table. */
export interface Entering {
  /** Made when records enter: a server that serves needs none of these schemas, and starts sooner without them. */
  readonly schema: () => TSchema;
  readonly columns?: (field: Field) => readonly EnteringColumn[];
  readonly rows?: (field: Field) => EnteringRows;
}

/** A column by which an attribute leads to records of another kind. */
export interface Pointer {
  readonly type: string;
  readonly table: Table;
  readonly column: string;
  /** In a table of lists, the column that has the key of the record whose list it is. */
  readonly owner?: string;
  /** Where an item may name no record: the column of what it has of its own. Without that too, nothing is left of it. */
  readonly remainder?: string;
}

/**
 * One attribute of a kind, said once for all its faces. `S` is what the API shows, `C` the column that it stands in:
 * `undefined` where that has the attribute's own name, `null` where it is worked out.
 */
export interface Attribute<S extends TSchema = TSchema, C extends string | null | undefined = string | null | undefined> {
  readonly schema: S;
  readonly column: C;
  /** Its value in a query of a row that goes by this alias; without it, the column. */
  readonly value?: (row: string, field: Field) => RawBuilder<Stored<Static<S>>>;
  /** Without it, a record that enters does not have it: it is derived. */
  readonly enters?: Entering;
  /** The SQL of its member in the text of a record that leaves, comma first; empty where there is nothing to say. */
  readonly leaves?: (row: string, field: Field) => string;
  /** Where it names other records: the column that has their keys. */
  readonly pointer?: (field: Field) => Pointer;
}

/** Attributes by their names, in the order in which they are shown. */
export type AttributeMap = Readonly<Record<string, Attribute>>;

/** As a row has it: a boolean as 0 or 1. Arrays and objects come as JSON text, typed as what they hold. */
export type Stored<V> = V extends boolean ? 0 | 1 : V;

export const fieldOf = (table: Table, name: string, { column }: Attribute): Field => ({ table, name, column: column ?? name });

/** The value of an attribute in a query. */
export const selected = (row: string, field: Field, attribute: Attribute): RawBuilder<unknown> =>
  attribute.value?.(row, field) ?? sql.ref(`${row}.${field.column}`);

// Pieces of the schemas of attributes, as they are shown and as they enter.

export const nullable = <S extends TSchema>(schema: S) => t.Union([schema, t.Null()]);

export const optionalText = (description?: string) => nullable(t.String(description === undefined ? {} : { description }));

/** What a record that enters may leave out, or say that there is none. */
export const maybe = <S extends TSchema>(schema: S) => t.Optional(nullable(schema));

/** A closed list of words. */
export interface Words<W extends string = string> {
  readonly words: readonly W[];
  readonly description: string;
}

/** One of the words of a vocabulary, as it is shown. */
export const oneOf = <W extends string>({ words, description }: Words<W>): TUnion<TLiteral<W>[]> =>
  t.Union(
    words.map((word) => t.Literal(word)),
    { description },
  );

/** One of the words of a vocabulary, as it enters. */
export const givenWord = ({ words }: Words) => t.Union(words.map((word) => t.Literal(word)));

/** A name or a title as it enters. */
export const givenName = () => t.String({ minLength: 1, maxLength: 255 });

/** A place in a list as it enters, counted from 1. */
export const givenPosition = () => maybe(t.Integer({ minimum: 1 }));

export const givenText = (maxLength: number) => maybe(t.String({ maxLength }));

export const shortText = 255;
export const longText = 10_000;
