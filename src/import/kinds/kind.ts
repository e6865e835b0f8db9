import { type Static, type TObject, type TProperties, Type as t } from '@sinclair/typebox';
import type { Value } from '../../database/prepare';
import type { Schema } from '../../database/schema';
import { timestamps } from './attributes';

export type Table = keyof Schema & string;

/** Finds the key of a record that another points to, by IRI or UUID (a role: by slug); throws where it is not there. */
export type FindKey = (table: Table, reference: unknown) => number;

/** The rows of a table that belong to a record, all of them. */
export interface OwnedRows {
  readonly table: Table;
  /** The column that holds the record's key. */
  readonly owner: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/** How records of a kind become rows. */
export interface Kind {
  readonly table: Table;
  /** The records above, by their place in the IRI, with the column that holds the key of the last. */
  readonly path: RegExp;
  readonly within?: { readonly table: Table; readonly column: string };
  readonly attributes: TObject;
  /** The column of each relationship, and the table it points to. */
  readonly relationships: Readonly<Record<string, { readonly column: string; readonly table: Table; readonly required: boolean }>>;
  /** What the slug is made from, where the kind has one. */
  readonly slugFrom?: (attributes: Attributes) => string;
  /** A sentence for attributes that break a rule which lies between them. */
  readonly rule?: (attributes: Attributes) => string | undefined;
  readonly columns: (attributes: Attributes, findKey: FindKey) => Readonly<Record<string, Value>>;
  readonly owned?: (attributes: Attributes, findKey: FindKey) => readonly OwnedRows[];
  /** Records that stand inside this one, under their own ids. */
  readonly parts?: (attributes: Attributes) => readonly { readonly id: string; readonly attributes: Attributes }[];
}

export type Attributes = Readonly<Record<string, unknown>>;

/** Kinds by their types. */
export type Kinds = Readonly<Record<string, Kind>>;

/** What {@link kind} is told, its functions typed by the attributes. */
interface Description<A> {
  readonly within?: Kind['within'];
  readonly relationships?: Kind['relationships'];
  readonly slugFrom?: (attributes: A) => string;
  readonly rule?: (attributes: A) => string | undefined;
  readonly columns: (attributes: A, findKey: FindKey) => Readonly<Record<string, Value>>;
  readonly owned?: (attributes: A, findKey: FindKey) => readonly OwnedRows[];
  readonly parts?: (attributes: A) => readonly { readonly id: string; readonly attributes: Attributes }[];
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Describes a kind. Attributes are checked against the properties before its functions are given them. */
export function kind<P extends TProperties>(table: Table, path: string, properties: P, description: Description<Static<TObject<P>>>): Kind {
  return {
    relationships: {},
    ...(description as Description<Attributes>),
    table,
    path: new RegExp(`^${path.replace(/:id/g, `(${uuid})`)}/(${uuid})$`, 'i'),
    attributes: t.Object({ _id: t.Optional(t.String()), ...(properties as TProperties), ...timestamps }, { additionalProperties: false }),
  };
}

/** A relationship to one record of a table. */
export const to = (table: Table, column: string, required = false) => ({ table, column, required });
