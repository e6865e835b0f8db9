import type { Static, TObject } from '@sinclair/typebox';
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Value } from '../../store/database/connection';
import type { Schema } from '../../store/database/schema.gen';
import type { Writes } from './fields';
import type { ParameterType } from './parameters';

/** Path parameters by name. */
export type Ids = Readonly<Record<string, string>>;

/** Path of a single record, with its own id as `id`. */
export const itemPath = ({ path }: { readonly path: string }): string => `${path}/:id`;

export type Table = keyof Schema & string;

export type ColumnOf<T extends Table> = keyof Schema[T] & string;

/** Narrows the rows of one table; selects only keys. */
// biome-ignore lint/complexity/noBannedTypes: Kysely says "nothing selected" with {}.
export type Rows<T extends Table> = SelectQueryBuilder<Schema, T, {}>;

/** Bound values of a filter, by name. */
export type Bound = <V extends Value>(name?: string) => RawBuilder<V>;

/** Contribution of a filter value to a query. A different shape is a different prepared statement. */
export interface Binding {
  readonly shape: string;
  readonly values: Readonly<Record<string, Value>>;
}

/** Table and name of a record kind. */
export interface Target {
  readonly table: Table;
  readonly path: string;
  readonly named?: { readonly shown: string; readonly folded: string } | undefined;
}

export interface Facet<T extends Table> {
  /**
   * Selects `value` and `count` for each value of the rows. For a whole kind, the comparison with rows is skipped.
   */
  readonly counts: (rows: Rows<T>, isWhole: boolean, bound: Bound) => RawBuilder<unknown>;
  /** Kind that the values are keys of, and whether its filter takes slugs; without it, values are words. */
  readonly records?: () => Target & { readonly bySlug?: boolean };
  /** Display name of a value; without it, the value itself. */
  readonly nameOf?: (value: string | number) => string;
  /** Whether values are sorted by value rather than frequency. */
  readonly isByValue?: boolean;
}

export interface Asker {
  readonly userKey: number;
}

/** A filter of a list with values of type `V`. */
// biome-ignore lint/suspicious/noExplicitAny: filters of different kinds stand in one record.
export interface Filter<T extends Table, V = any> {
  readonly kind: ParameterType<V>;
  readonly description: string;
  /** Whether the list form `name[]` is accepted. */
  readonly many: boolean;
  readonly aliases?: readonly string[];
  /** Binds the values. `other` reads another filter of the request. `null` leaves the list unchanged. */
  readonly bind: (values: unknown[], asList: boolean, other: (name: string) => unknown, asker?: Asker) => Binding | null;
  readonly where: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  readonly facet?: Facet<T>;
  /** Scopes required if it concerns personal lists, for these values or in general. */
  readonly scopes?: (values?: readonly unknown[]) => readonly string[];
  /** For keyed filters `name[word]`: the type of the word. `bind` then gets one {@link Keyed} per word. */
  readonly keyedBy?: { readonly kind: ParameterType<string>; readonly called: string };
  /** Column compared with the value: a list in the order of that column is read as an index range. */
  readonly column?: string;
  /** Equivalent to `where` for testing single rows, used when walking along an order. */
  readonly perRow?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** Equivalent to `where` that finds rows by index, used for short results. */
  readonly byIndex?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** SQL for distinct keys, for counting without rows: a text in 55,000 titles takes 110 ms so, and 540 ms by rows. */
  readonly keys?: (bound: Bound, shape: string) => RawBuilder<unknown> | undefined;
  /** Whether the first rows cost as much as all, so that counting runs in a worker. */
  readonly isCountedInWorker?: (shape: string) => boolean;
  /** Ranks the rows; requested orders are then ignored. */
  readonly rank?: (rows: Rows<T>, bound: Bound, shape: string) => Rows<T>;
  /** Index used by `rank`; binds `match`, `exact` and `beyond`. */
  readonly ranked?: RankedIndex;
}

/** A full-text index for ranked lists; its first column is called `name`. */
export interface RankedIndex {
  readonly index: string;
  /** Indexed column with the folded name. */
  readonly name: string;
  /** SQL for the keys of records with an exactly matching other name, if those are stored separately. */
  readonly alsoNamed?: ((bound: Bound) => RawBuilder<unknown>) | undefined;
}

/** Values of a keyed filter for one word. */
export interface Keyed {
  readonly word: string;
  readonly values: readonly unknown[];
}

/** A record found by a look-up: value, key and the ids of its IRI. */
export interface Match {
  readonly value: string;
  readonly key: number;
  readonly id: string;
}

/** A parameter that finds records by one or more identifiers. */
export interface Lookup {
  /** Normalizes a value for comparison with stored ones. */
  readonly kind: ParameterType<string>;
  readonly description: string;
  /** Records that have one of the values, each with that value. */
  // biome-ignore lint/suspicious/noExplicitAny: each joins tables of its own.
  readonly matches: (db: Kysely<Schema>, values: RawBuilder<string>) => SelectQueryBuilder<Schema, any, Match>;
}

/** A linked pair: both keys and the ids of the target's IRI. */
export interface Pair {
  readonly from: number;
  readonly to: number;
  readonly id: string;
}

/** A relationship: a query for the pairs whose first record is among `from`, in display order. */
export interface Relationship {
  readonly target: string;
  readonly many: boolean;
  readonly description: string;
  // biome-ignore lint/suspicious/noExplicitAny: each joins tables of its own.
  readonly pairs: (db: Kysely<Schema>, from: RawBuilder<number>) => SelectQueryBuilder<Schema, any, Pair>;
  /** Whether single reads also show its IRIs among the attributes. */
  readonly alsoAttribute: boolean;
  /** Its name in addresses, which `include` and writes accept too, if an attribute has that name in documents. */
  readonly alias?: string | undefined;
}

/** Path of a relationship's targets, below that of the record. */
export const relatedPath = (record: string, name: string, { alias = name }: Relationship): string => `${record}/${alias}`;

/** A relationship by its name or alias. */
export const relationshipNamed = ({ links }: Pick<Resource, 'links'>, written: string): readonly [string, Relationship] | undefined =>
  links.find(([name, { alias }]) => name === written || alias === written);

type Pairs = Relationship['pairs'];

export const one = <const T extends string>(target: T, description: string, pairs: Pairs, alias?: string) => ({
  target,
  many: false as const,
  description,
  pairs,
  alsoAttribute: false as const,
  alias,
});

export const many = <const T extends string, const A extends boolean = false, const N extends string | undefined = undefined>(
  target: T,
  description: string,
  pairs: Pairs,
  options?: { alsoAttribute?: A; alias?: N },
) => ({
  target,
  many: true as const,
  description,
  pairs,
  alsoAttribute: (options?.alsoAttribute ?? false) as A,
  alias: options?.alias as N,
});

/** A parent table in the path of a nested resource. */
export interface Ancestor {
  /** Its path parameter. */
  readonly parameter: string;
  readonly table: Table;
  /** Foreign key to the ancestor before it. */
  readonly column?: string;
}

type PathParameter<P extends string> = P extends `${string}:${infer Name}/${infer Rest}` ? Name | PathParameter<Rest> : never;

/** Stored form: booleans as 0 or 1; arrays and objects as JSON text, typed as their content. */
type Stored<V> = V extends boolean ? 0 | 1 : V;

/** A row under attribute names, with the ids of its IRI. */
export type Row<A extends TObject, P extends string> = { [K in keyof Static<A>]: Stored<Static<A>[K]> } & {
  key: number;
  _id: string;
} & Record<PathParameter<P>, string>;

export interface Listed<T extends Table> {
  readonly filters?: Lazily<Readonly<Record<string, Filter<T>>>>;
  /** Filters that can be counted as facets. */
  readonly facets?: readonly string[];
  /** Records found by any look-up are listed; filters narrow the result. */
  readonly lookups?: Lazily<Readonly<Record<string, Lookup>>>;
  /** Orders by name, with their column or expression. Every order ends in the id. */
  readonly orders?: Lazily<Readonly<Record<string, (keyof Schema[T] & string) | RawBuilder<unknown>>>>;
  /** Default order: columns, then the id. Without it, the id alone. */
  readonly defaultOrder?: (keyof Schema[T] & string) | readonly (keyof Schema[T] & string)[];
  /**
   * Default order of the unfiltered list, if different: a browsing order that is read along its index. Filtered results would
   * have to be sorted.
   */
  readonly wholeOrder?: keyof Schema[T] & string;
  /** Condition that all rows of the list meet. */
  readonly only?: (rows: Rows<T>) => Rows<T>;
}

/** Flat list of a nested kind, across all parents. IRIs are unchanged. */
export interface ListOfAll<T extends Table> extends Listed<T> {
  readonly path: string;
  readonly description: string;
}

/** What both the API and the writes of a kind of record name. */
export interface Named<T extends Table, P extends string> extends Listed<T> {
  readonly type: string;
  readonly table: T;
  /** Of the list, with `:name` for the ids of the records above. */
  readonly path: P;
  /** In words: "artist", "artists". */
  readonly noun: string;
  readonly nouns: string;
  readonly description: string;
  readonly listOfAll?: ListOfAll<T>;
  /** Which order the bare parameter `order` refers to. */
  readonly orderAlias?: string;
  /** SQL for the keys of the releases behind these records, to report the viewer's own items. */
  readonly releaseKeys?: (keys: RawBuilder<number>) => RawBuilder<number>;
  /** Whether it stands for scores or releases that a user can have all of. */
  readonly hasCompleteness?: true;
  readonly unreviewed?: Unreviewed;
}

/** What a kind of record is, in the API's own names. */
export interface Declaration<T extends Table, P extends string, A extends TObject, O extends Row<A, P>> extends Named<T, P> {
  /** Beside `_id`, which every kind has. */
  readonly attributes: Lazily<A>;
  /**
   * @param names whether linked records carry their slugs, and credits the names of their roles
   * @param page keys of the rows, in order; for kinds of the catalog without records above
   */
  // biome-ignore lint/suspicious/noExplicitAny: a row is joined from tables of its own.
  readonly rows: (db: Kysely<Schema>, names?: boolean, page?: Rows<never>) => SelectQueryBuilder<Schema, any, O>;
  /** Decoders of attributes by name, where the schema does not tell. */
  readonly decode?: () => Readonly<Record<string, Decode>>;
  /** The records above, outermost first, and the column that holds the key of the last. */
  readonly within?: { readonly ancestors: readonly Ancestor[]; readonly column: keyof Schema[T] & string };
  readonly relationships?: Readonly<Record<string, Relationship>>;
  /** Whether the total of all records is maintained. */
  readonly isCounted?: boolean;
  /** What clients may write, and the scopes needed. */
  readonly writes?: Lazily<Writes>;
  /** Whether all viewers see the same, from the catalog alone, so that changes appear in its feed. */
  readonly isOfCatalog?: boolean;
  readonly example: Static<A>;
}

/** Unreviewed records of a kind, visible only to their author and to editors. */
export interface Unreviewed {
  /** Has a row for each of them, with this foreign key. */
  readonly table: Table;
  readonly column: string;
  /** Column with the author of an unreviewed record; null for public ones. */
  readonly addedBy: string;
}

/** A declaration without its compile-time types. */
export interface Resource {
  readonly type: string;
  readonly table: Table;
  readonly path: string;
  readonly noun: string;
  readonly nouns: string;
  readonly description: string;
  readonly attributes: TObject;
  // biome-ignore lint/suspicious/noExplicitAny: the engine adds conditions to queries over any table.
  readonly rows: (db: Kysely<Schema>, names?: boolean, page?: Rows<never>) => SelectQueryBuilder<any, any, any>;
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
  /** Whether the total of all records is maintained, under its type. */
  readonly isCounted: boolean;
  /** Flat list of a nested kind, if any. */
  readonly listOfAll: Resource | undefined;
  readonly relationships: Readonly<Record<string, Relationship>>;
  readonly links: readonly (readonly [name: string, relationship: Relationship])[];
  readonly releaseKeys: ((keys: RawBuilder<number>) => RawBuilder<number>) | undefined;
  readonly hasCompleteness: boolean;
  readonly writes: Writes | undefined;
  readonly isOfCatalog: boolean;
  readonly unreviewed: Unreviewed | undefined;
  readonly example: Record<string, unknown>;
  /** Path of the list below the records with these ids. */
  readonly listPath: (ids: Readonly<Record<string, unknown>>) => string;
  /** IRI of a record, from a row with its id (under either name) and those of its parents. */
  readonly iri: (row: Readonly<Record<string, unknown>>) => string;
  readonly decoders: readonly (readonly [name: string, decode: Decode])[];
  /** Columns of a row that a resource object with only these attributes needs. */
  readonly columnsFor: (shown: ReadonlySet<string>) => readonly string[];
}

export const typeOfTable = (table: string): string => table.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());

/** A value, or a function that computes it when first used. */
export type Lazily<T> = T | (() => T);

export type LazyValue<M> = M extends () => infer T ? T : M;

export const workOut = <T extends object>(value: Lazily<T>): T => (typeof value === 'function' ? value() : value);

/** Adds members to an object that are computed at the first access, which replaces them by plain ones. */
export function withLazily<O extends object, M extends object>(object: O, makers: { readonly [K in keyof M]: () => M[K] }): O & M {
  for (const [name, make] of Object.entries<() => unknown>(makers as never))
    Object.defineProperty(object, name, {
      get() {
        const value = make();
        Object.defineProperty(object, name, { value, enumerable: true, configurable: true });
        return value;
      },
      enumerable: true,
      configurable: true,
    });
  return object as O & M;
}

/** Converts a stored value to an attribute. */
export type Decode = (stored: unknown, row: Readonly<Record<string, unknown>>) => unknown;
