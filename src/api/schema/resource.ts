import type { Static, TObject } from '@sinclair/typebox';
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../store/database/schema';
import type { Value } from '../../store/database/sql';
import type { Decode } from './decoders';
import type { Writes } from './fields';
import type { Lazily } from './lazily';
import type { ParameterType } from './parameters';

/** The parameters of a path, by their names. */
export type Ids = Readonly<Record<string, string>>;

/** The path of the single read, its own id under the name `id`. */
export const itemPath = ({ path }: { readonly path: string }): string => `${path}/:id`;

export type Table = keyof Schema & string;

export type ColumnOf<T extends Table> = keyof Schema[T] & string;

/** Narrows the rows of one table; it selects nothing but their keys. */
// biome-ignore lint/complexity/noBannedTypes: Kysely says "nothing selected" with {}.
export type Rows<T extends Table> = SelectQueryBuilder<Schema, T, {}>;

/** The values that a filter gives its query, by name. */
export type Bound = <V extends Value>(name?: string) => RawBuilder<V>;

/** How a filter's value enters the query: other shapes are other queries, prepared each on its own. */
export interface Binding {
  readonly shape: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** Where records of a kind stand, and what they are called. */
export interface Target {
  readonly table: Table;
  readonly path: string;
  readonly named?: { readonly shown: string; readonly folded: string } | undefined;
}

export interface Facet<T extends Table> {
  /**
   * Selects `value` and `count` for each value that any of the rows has. Of a whole kind, rows need not be compared with;
   * where their keys are known, with these alone.
   */
  readonly counts: (rows: Rows<T>, isWhole: boolean, bound: Bound, keys?: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The kind of record that the values are keys of, and whether a filter is given their slugs; without it, they are words. */
  readonly records?: () => Target & { readonly bySlug?: boolean };
  /** What a value is called; without it, as it is written. */
  readonly nameOf?: (value: string | number) => string;
  /** Whether the values come in their own order, and not the most frequent first. */
  readonly isByValue?: boolean;
}

export interface Asker {
  readonly userKey: number;
}

/** A query parameter that narrows a list, and takes a `V`. */
// biome-ignore lint/suspicious/noExplicitAny: filters of different kinds stand in one record.
export interface Filter<T extends Table, V = any> {
  readonly kind: ParameterType<V>;
  readonly description: string;
  /** Whether it may be given as a list, `name[]`. */
  readonly many: boolean;
  /** Further names it is known by. */
  readonly aliases?: readonly string[];
  /**
   * A list's values come all together. `other` gives the value of another filter of the same request. `null` leaves
   * the list as it is.
   */
  readonly bind: (values: unknown[], asList: boolean, other: (name: string) => unknown, asker?: Asker) => Binding | null;
  readonly where: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  readonly facet?: Facet<T>;
  /** Where it is about what users keep for themselves: the scopes that their token needs, for these values or for any. */
  readonly scopes?: (values?: readonly unknown[]) => readonly string[];
  /**
   * Where it is given once for each of some words, `name[word]`, each with values of its own: what the word is. `bind` is
   * then given a {@link Keyed} for each.
   */
  readonly keyedBy?: { readonly kind: ParameterType<string>; readonly called: string };
  /**
   * The column that it compares with what it is given: a list in the order of that column is read from where the filter
   * begins to where it ends.
   */
  readonly column?: string;
  /** The same as `where`, so that a row can be looked at by itself: for lists that are read along their order. */
  readonly each?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** The same as `where`, so that the rows are found by an index: for lists that are known to be short. */
  readonly few?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** SQL for the keys of the rows that it leaves, each once, where these are counted without the rows. */
  readonly keys?: (bound: Bound, shape: string) => RawBuilder<unknown> | undefined;
  /** Whether its first rows cost as much to find as all of them, so that these are counted where nobody else waits. */
  readonly isCountedApart?: (shape: string) => boolean;
  /** Puts the best matches first; all orders asked for are then ignored. */
  readonly rank?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** What is ranked: with `rank`, and `match`, `exact` and `beyond` among the values that it binds. */
  readonly ranked?: RankedIndex;
}

/** A full-text index whose hits a list ranks; its first column is the name, and is called so. */
export interface RankedIndex {
  readonly index: string;
  /** The column of the table that has the name, folded, and an index. */
  readonly name: string;
  /** SQL for the keys of the records with another name that is exactly what was typed, where other names stand one by one. */
  readonly alsoNamed?: ((bound: Bound) => RawBuilder<unknown>) | undefined;
}

/** The values that a filter was given for one of its words. */
export interface Keyed {
  readonly word: string;
  readonly values: readonly unknown[];
}

/** A record that has a value which was looked up: the value, the record's key, and what its IRI is made of. */
export interface Match {
  readonly value: string;
  readonly key: number;
  readonly id: string;
}

/** A query parameter that looks records up by an identifier, or by a list of them (`name[]`). */
export interface Lookup {
  /** Reads what a client wrote as the records have it, so that both compare. */
  readonly kind: ParameterType<string>;
  readonly description: string;
  /** The records that have one of the values, each with the one it has. */
  // biome-ignore lint/suspicious/noExplicitAny: each joins tables of its own.
  readonly matches: (db: Kysely<Schema>, values: RawBuilder<string>) => SelectQueryBuilder<Schema, any, Match>;
}

/** One linked pair: the keys of both records, and what the IRI of the second is made of. */
export interface Pair {
  readonly from: number;
  readonly to: number;
  readonly id: string;
}

/** A relationship: a query for the pairs whose first record is among `from`, in the order to show them. */
export interface Relationship {
  readonly target: string;
  readonly many: boolean;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: each joins tables of its own.
  readonly pairs: (db: Kysely<Schema>, from: RawBuilder<number>) => SelectQueryBuilder<Schema, any, Pair>;
  /** Whether the single read shows the IRIs among the attributes as well. */
  readonly alsoAttribute: boolean;
}

type Pairs = Relationship['pairs'];

export const one = <const T extends string>(target: T, description: string, pairs: Pairs) => ({
  target,
  many: false as const,
  description,
  pairs,
  alsoAttribute: false as const,
});

export const many = <const T extends string, const A extends boolean = false>(
  target: T,
  description: string,
  pairs: Pairs,
  options?: { alsoAttribute: A },
) => ({
  target,
  many: true as const,
  description,
  pairs,
  alsoAttribute: (options?.alsoAttribute ?? false) as A,
});

/** A table whose records stand in the path above a nested resource. */
export interface Ancestor {
  /** Its parameter in the path. */
  readonly parameter: string;
  readonly table: Table;
  /** The column of its table that holds the key of the ancestor before it. */
  readonly column?: string;
}

type PathParameter<P extends string> = P extends `${string}:${infer Name}/${infer Rest}` ? Name | PathParameter<Rest> : never;

/** As it is stored: a boolean as 0 or 1. Arrays and objects come as JSON text, typed as what they hold. */
type Stored<V> = V extends boolean ? 0 | 1 : V;

/** A row under its public names, with the ids that its IRI is made of. */
export type Row<A extends TObject, P extends string> = { [K in keyof Static<A>]: Stored<Static<A>[K]> } & {
  key: number;
  _id: string;
} & Record<PathParameter<P>, string>;

export interface Listed<T extends Table> {
  readonly filters?: Lazily<Readonly<Record<string, Filter<T>>>>;
  /** The filters whose values a list can be asked to count. */
  readonly facets?: readonly string[];
  /** A record that any of the look-ups of a request finds is in the list; filters narrow what they find. */
  readonly lookups?: Lazily<Readonly<Record<string, Lookup>>>;
  /** Orders by name, each with its column, or with an expression over the row. Every order ends in the id. */
  readonly orders?: Lazily<Readonly<Record<string, (keyof Schema[T] & string) | RawBuilder<unknown>>>>;
  /** The order of a list when none is asked for: columns, then the id. Without it, the id alone. */
  readonly defaultOrder?: (keyof Schema[T] & string) | readonly (keyof Schema[T] & string)[];
  /**
   * Likewise, of the list that no filter narrows, where it differs: an order to browse in. It is read along its index and
   * costs no more than the id; what a filter found would have to be sorted by it.
   */
  readonly wholeOrder?: keyof Schema[T] & string;
  /** Further conditions that every row of the list meets. */
  readonly only?: (rows: Rows<T>) => Rows<T>;
}

/** A second list of the records of a nested kind, of all of them whatever stands above. They keep their IRIs. */
export interface ListOfAll<T extends Table> extends Listed<T> {
  readonly path: string;
  readonly description: string;
}

/** What a kind of record is, in the API's own names. */
export interface Declaration<T extends Table, P extends string, A extends TObject, O extends Row<A, P>> extends Listed<T> {
  readonly type: string;
  readonly table: T;
  /** Of the list, with `:name` for the ids of the records above. */
  readonly path: P;
  /** In words: "artist", "artists". */
  readonly noun: string;
  readonly nouns: string;
  readonly description: string;
  /** Beside `_id`, which every kind has. */
  readonly attributes: Lazily<A>;
  // biome-ignore lint/suspicious/noExplicitAny: a row is joined from tables of its own.
  readonly rows: (db: Kysely<Schema>) => SelectQueryBuilder<Schema, any, O>;
  /** The records above, outermost first, and the column that holds the key of the last. */
  readonly within?: { readonly ancestors: readonly Ancestor[]; readonly column: keyof Schema[T] & string };
  readonly listOfAll?: ListOfAll<T>;
  /** Where `order` alone is an alias of one of the orders. */
  readonly orderAlias?: string;
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** Whether the number of all its records is kept. */
  readonly isCounted?: boolean;
  /** SQL for the keys of the releases that records of these keys are, or stand on: users keep these, and can be told which. */
  readonly keptAs?: (keys: RawBuilder<number>) => RawBuilder<number>;
  /** Where clients can write records of the kind: what of them, and what that needs. */
  readonly writes?: Lazily<Writes>;
  /** Whether everybody is shown the same of them, and all that they show is in the catalog: changes of it are in its feed. */
  readonly isOfCatalog?: boolean;
  readonly unreviewed?: Unreviewed;
  readonly example: Static<A>;
}

/** Where the records of a kind wait that an editor has not reviewed: only those who added them, and editors, may know of them. */
export interface Unreviewed {
  /** Has a row for each of them, which names it by this column. */
  readonly table: Table;
  readonly column: string;
  /** The column of the kind itself that names who added one; null of all that everybody sees. */
  readonly addedBy: string;
}

/** A declaration whose own types have done their work. */
export interface Resource {
  readonly type: string;
  readonly table: Table;
  readonly path: string;
  readonly noun: string;
  readonly nouns: string;
  readonly description: string;
  readonly attributes: TObject;
  // biome-ignore lint/suspicious/noExplicitAny: the engine adds conditions to queries over any table.
  readonly rows: (db: Kysely<Schema>) => SelectQueryBuilder<any, any, any>;
  readonly ancestors: readonly Ancestor[];
  readonly withinColumn: string | undefined;
  readonly filters: Readonly<Record<string, Filter<Table>>>;
  readonly facets: readonly string[];
  readonly lookups: Readonly<Record<string, Lookup>>;
  readonly orders: Readonly<Record<string, string | RawBuilder<unknown>>>;
  readonly orderAlias: string | undefined;
  readonly defaultOrder: readonly string[];
  readonly wholeOrder: readonly string[];
  readonly only: ((rows: Rows<Table>) => Rows<Table>) | undefined;
  /** Whether the number of all its records is kept, under its type. */
  readonly isCounted: boolean;
  /** The list of all records of a nested kind, where it has one: served as a list alone. */
  readonly listOfAll: Resource | undefined;
  readonly relationships: Readonly<Record<string, Relationship>>;
  readonly links: readonly (readonly [name: string, relationship: Relationship])[];
  readonly keptAs: ((keys: RawBuilder<number>) => RawBuilder<number>) | undefined;
  readonly writes: Writes | undefined;
  readonly isOfCatalog: boolean;
  readonly unreviewed: Unreviewed | undefined;
  readonly example: Record<string, unknown>;
  /** The path of the list below the records of these ids. */
  readonly listPath: (ids: Readonly<Record<string, unknown>>) => string;
  /** The IRI of a record, from a row that has its id (under either name) and those of the records above. */
  readonly iri: (row: Readonly<Record<string, unknown>>) => string;
  readonly decoders: readonly (readonly [name: string, decode: Decode])[];
}

/** The type of the records of a table: its name in words. */
export const typeOfTable = (table: string): string => table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
