import { type Static, type TObject, type TProperties, Type as t } from '@sinclair/typebox';
import type { Value } from '../../database/prepare';
import type { Schema } from '../../database/schema';
import { timestamps } from './attributes';

export type Table = keyof Schema & string;

/** Finds the key of a record that another points to, by IRI or UUID (a role: by slug); throws where it is not there. */
export type FindKey = (table: Table, reference: unknown) => number;

/** The rows of a table that belong to a record, all of them: what one attribute becomes. */
export interface OwnedRows {
  readonly attribute: string;
  readonly table: Table;
  /** The column that holds the record's key. */
  readonly owner: string;
  /** Where several attributes share the table: which of its lists this is. */
  readonly list?: string;
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
  /** The same with nothing required: of a record that says a part only. */
  readonly someAttributes: TObject;
  /** The attribute or relationship that a column comes from, where it is not named after it. */
  readonly origins: Readonly<Record<string, string>>;
  /** Columns that no two records have alike: a second record that says the same is the one that is there. */
  readonly identity?: readonly string[];
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
  readonly origins?: Kind['origins'];
  readonly identity?: Kind['identity'];
  readonly within?: Kind['within'];
  readonly relationships?: Kind['relationships'];
  readonly slugFrom?: (attributes: A) => string;
  readonly rule?: (attributes: A) => string | undefined;
  readonly columns: (attributes: A, findKey: FindKey) => Readonly<Record<string, Value>>;
  readonly owned?: (attributes: A, findKey: FindKey) => readonly OwnedRows[];
  readonly parts?: (attributes: A) => readonly { readonly id: string; readonly attributes: Attributes }[];
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The kinds of parts, one for each kind whose records have any. */
const partKinds = new WeakMap<Kind, Kind>();

/** The kind of a record's parts: as its own, without parts. */
export function partKindOf(kind: Kind): Kind {
  let found = partKinds.get(kind);
  if (!found) {
    const { parts: _, ...plain } = kind;
    found = plain;
    partKinds.set(kind, found);
  }
  return found;
}

/** Describes a kind. Attributes are checked against the properties before its functions are given them. */
export function kind<P extends TProperties>(table: Table, path: string, properties: P, description: Description<Static<TObject<P>>>): Kind {
  const all: TProperties = { _id: t.Optional(t.String()), ...(properties as TProperties), ...timestamps };
  return {
    relationships: {},
    origins: {},
    ...(description as Description<Attributes>),
    table,
    path: new RegExp(`^${path.replace(/:id/g, `(${uuid})`)}/(${uuid})$`, 'i'),
    attributes: t.Object(all, { additionalProperties: false }),
    someAttributes: t.Partial(t.Object(all), { additionalProperties: false }),
  };
}

/** The attribute or relationship of a kind that a column comes from. */
export function originOf({ attributes, relationships, origins, within }: Kind, column: string): string | undefined {
  const named = origins[column] ?? column.replace(/(_case)?_folded$|_normalized$/, '');
  if (Object.hasOwn(attributes.properties, named)) return named;
  const relationship = Object.keys(relationships).find((name) => relationships[name]?.column === column);
  if (relationship !== undefined) return relationship;
  return column === within?.column || column === 'parent_key' ? undefined : missingOrigin(column);
}

function missingOrigin(column: string): never {
  throw new Error(`Nothing says which attribute the column ${column} comes from.`);
}

/** A relationship to one record of a table. */
export const to = (table: Table, column: string, required = false) => ({ table, column, required });
