/**
 * Types of the API for TypeScript clients, derived from the declarations. The engine registers routes in a loop, invisible to
 * the compiler, so the tree that Eden reads (https://elysiajs.com/eden/overview) is rebuilt here. Every path parameter is called
 * `id`.
 */
import type { Static, TObject } from '@sinclair/typebox';
import type { Elysia, RouteBase } from 'elysia';
import type { Media, Reference, RouteAnswer, RouteDeclaration } from '../route';
import type { ParameterType } from '../schema/parameters';
import type { LazyValue } from '../schema/resource';
import type { ErrorDocument, PageLinks } from '../schema/schemas';

/** Compile-time information that a declaration adds to its resource; no runtime value. */
export interface Declared<D extends Description = Description> {
  readonly '~declared'?: D;
}

export interface Description {
  readonly type: string;
  readonly path: string;
  readonly attributes: TObject;
  readonly filters: object;
  readonly facets: object;
  readonly lookups: object;
  readonly orders: object;
  readonly relationships: object;
  /** Second list of a nested kind, at its own path. */
  readonly listOfAll: object;
  readonly contains: object;
}

/** Description of a kind, inferred from its declaration. */
export interface Described<D> {
  readonly type: D extends { type: infer T extends string } ? T : string;
  readonly path: D extends { path: infer P extends string } ? P : string;
  readonly attributes: D extends { attributes: infer A } ? (LazyValue<A> extends TObject ? LazyValue<A> : TObject) : TObject;
  readonly filters: Member<D, 'filters'>;
  readonly facets: Member<D, 'facets'>;
  readonly lookups: Member<D, 'lookups'>;
  readonly orders: Member<D, 'orders'>;
  readonly relationships: Member<D, 'relationships'>;
  readonly listOfAll: Member<D, 'listOfAll'>;
  readonly contains: Member<D, 'contains'>;
}

// biome-ignore lint/complexity/noBannedTypes: where there are none they are {}, of which no name is a key.
type Member<D, Name extends string> = D extends Record<Name, infer M extends object> ? LazyValue<M> : {};

/** App type with these routes, for `treaty`. */
export type AppOf<Routes extends RouteBase> = Elysia<'', Nothing['singleton'], Nothing['definitions'], Nothing['metadata'], Routes>;

interface Nothing {
  // biome-ignore-start lint/complexity/noBannedTypes: Elysia says "none" with {}.
  singleton: { decorator: {}; store: {}; derive: {}; resolve: {} };
  definitions: { typebox: {}; error: {} };
  metadata: { schema: {}; standaloneSchema: {}; macro: {}; macroFn: {}; parser: {}; response: {} };
  // biome-ignore-end lint/complexity/noBannedTypes: as above.
}

/** Routes of these kinds. Clients can also write those in `Owned`. */
export type RoutesOf<Catalog extends readonly Declared[], Owned extends readonly Declared[] = []> = Intersection<
  | KindRoutes<DescriptionOf<Catalog[number]>, DescriptionOf<[...Catalog, ...Owned][number]>>
  | KindRoutes<DescriptionOf<Owned[number]>, DescriptionOf<[...Catalog, ...Owned][number]>>
  | WriteRoutes<DescriptionOf<Owned[number]>>
  | WriteRoutes<DescriptionOf<Catalog[number]>>
  | MergeRoutes<DescriptionOf<Catalog[number]>>
>;

/** Route at a path as nested objects; parameters become `:id`. */
export type At<Path extends string, Leaf> = Path extends `/${infer Head}/${infer Tail}`
  ? { [K in Segment<Head>]: At<`/${Tail}`, Leaf> }
  : Path extends `/${infer Last}`
    ? { [K in Segment<Last>]: Leaf }
    : never;

/** A route in the form that Eden expects. */
export interface Route<Response extends object, Query = unknown, Body = unknown> {
  body: Body;
  params: Record<string, string>;
  query: Query;
  headers: unknown;
  response: Response;
}

export interface InvalidDocument {
  data: { attributes: { detail: string } };
  meta: { errors: { detail: string; source: { pointer: string } }[] };
}

// A type alias, since Eden requires an index signature, which interfaces lack.
export type Errors = {
  400: ErrorDocument;
  401: ErrorDocument;
  403: ErrorDocument;
  404: ErrorDocument;
  406: ErrorDocument;
  429: ErrorDocument;
  500: ErrorDocument;
};

export type WriteErrors = Errors & {
  409: ErrorDocument;
  412: ErrorDocument;
  413: ErrorDocument;
  415: ErrorDocument;
  422: InvalidDocument;
  428: ErrorDocument;
  503: ErrorDocument;
};

export interface Identifier<Type extends string = string> {
  type: Type;
  id: string;
}

/** A record in a list or in `included`. A record read on its own (`Single`) also shows relationship linkage. */
export interface ResourceObject<D extends Description, Single extends boolean> extends Identifier<D['type']> {
  attributes: Attributes<D> & (Single extends true ? LinkedAttributes<D['relationships']> : unknown);
  relationships: { [K in keyof D['relationships']]: Linkage<D['relationships'][K], Single> };
  links: { self: string };
}

/** Ignored parameters of a request; `nearestParameters` suggests what was meant. */
export interface Ignored {
  ignoredParameters?: string[];
  nearestParameters?: Record<string, string>;
}

/** A record with its included records. The type ignores sparse fieldsets (`fields[…]`). */
export interface SingleDocument<D extends Description, All extends Description = D> {
  data: ResourceObject<D, true>;
  included?: Included<All>[];
  meta?: Ignored & {
    ignoredAttributes?: string[];
    /** Only for users who may edit the catalog. */
    lockedFields?: string[];
    version?: string;
    /** Id of the revision that the change created. */
    revision?: string;
    unlocked?: string[];
    /** Discs, tracks and values that a merge dropped. */
    leftOut?: string[];
    /** Values under a license other than CC0. */
    licensed?: { name: string; value: string; licence: string; source: string }[];
  } & Holdings;
}

/** The user's own copies and wishes for the records shown, where requested or looked up. */
export interface Holdings {
  owned?: Holding[];
  wanted?: Holding[];
}

interface Holding {
  release: string;
  edition: 'this' | 'another';
  shared: 'release' | 'album' | 'production';
  item: string;
  itemRelease: string;
}

type FacetName<D extends Description> = D['facets'] extends readonly (infer Name extends string)[] ? Name : never;

export interface ListDocument<D extends Description, All extends Description = D> {
  data: ResourceObject<D, false>[];
  links: PageLinks;
  meta: Ignored & {
    totalItems: number;
    itemsPerPage: number;
    currentPage: number;
    matches?: { parameter: string; value: string; ids: string[] }[];
    /** For each filter: how many records each value leaves, and how many values there are. */
    facets?: { [K in FacetName<D>]?: { value: string; name: string; count: number }[] };
    facetTotals?: { [K in FacetName<D>]?: number };
    /** Time of the count, if the catalog has changed since. */
    countedAt?: string;
  } & Holdings;
  included?: Included<All>[];
}

/** Records of several kinds, distinguished by `type`. */
export interface MixedDocument<Kinds extends readonly Declared[]> {
  data: Included<DescriptionOf<Kinds[number]>>[];
  links: { self: string; first?: string; prev?: string; next?: string; last?: string };
  meta: { totalItems?: number; itemsPerPage?: number; currentPage?: number };
}

/** Request body: attributes to set and relationships. */
export interface WriteDocument<D extends Description> {
  data: {
    type: D['type'];
    id?: string;
    attributes?: Partial<Static<D['attributes']>> & { [K in keyof D['contains']]?: readonly object[] | null };
    relationships?: { [K in keyof D['relationships']]?: { data: Identifier | null } };
  };
  /** For a catalog change: a note, and fields to unlock. */
  meta?: { note?: string; unlock?: readonly string[] };
}

/** One of several kinds, distinguished by `type`. */
type Included<All extends Description> = All extends Description ? ResourceObject<All, false> : never;

type Attributes<D extends Description> = { _id: string } & Static<D['attributes']>;

/** Relationships that a single read also shows as IRIs among the attributes. */
type LinkedAttributes<R extends object> = { [K in keyof R as R[K] extends { alsoAttribute: true } ? K : never]: string[] };

type Segmented<K extends string, R> = R extends { alias: infer N extends string } ? N : K;

type TargetOf<R> = R extends { target: infer T extends string } ? T : string;

type Linkage<R, Single extends boolean> = R extends { many: true }
  ? [Single, R] extends [true, unknown] | [boolean, { alsoAttribute: true }]
    ? { data: Identifier<TargetOf<R>>[] }
    : { data?: Identifier<TargetOf<R>>[]; links?: { related: string } }
  : { data: Identifier<TargetOf<R>> | null };

type Presentation<D extends Description, All extends Description> = { [K in `fields[${All['type']}]`]?: string } & { names?: boolean } & ([
    keyof D['relationships'],
  ] extends [never]
    ? unknown
    : { include?: Paths<keyof D['relationships'] & string> });

/** Comma-separated names; a dot leads to relationships of the next record. */
type Paths<Name extends string> = Name | `${Name}.${string}` | `${Name},${string}`;

type Paging = { page?: number; itemsPerPage?: number };

/** List parameters other than filters, where a kind supports them. */
type Asides<D extends Description> = ([FacetName<D>] extends [never]
  ? unknown
  : { facets?: string; facetValues?: number; facetQuery?: string }) & { holdings?: boolean; completeness?: boolean };

type ListQuery<D extends Description, All extends Description> = Prettify<
  Paging &
    Asides<D> &
    Presentation<D, All> & { [K in keyof D['lookups'] & string as K | `${K}[]`]?: string | string[] } & {
      [K in keyof D['filters'] & string as D['filters'][K] extends { keyedBy: object } ? never : K]?: ValueOf<D['filters'][K]>;
    } & {
      [K in keyof D['filters'] & string as D['filters'][K] extends { keyedBy: object }
        ? `${K}[${string}]`
        : `${K}[]`]?: D['filters'][K] extends { keyedBy: object } ? string | string[] : ValueOf<D['filters'][K]>[];
    } & { [K in keyof D['orders'] & string as `order[${K}]`]?: 'asc' | 'desc' } & {
      [K in [keyof D['orders']] extends [never] ? never : 'sort']?: string;
    }
>;

/** Value type of a filter. Dates, ids and flags are typed as their canonical spelling. */
type ValueOf<F> = F extends { kind: { example?: infer V } } ? (0 extends 1 & V ? Plain : Exclude<V, undefined>) : Plain;

type Plain = string | number | boolean;

type KindRoutes<D extends Description, All extends Description> = D extends Description
  ?
      | At<D['path'], { get: Route<{ 200: ListDocument<D, All> } & Errors, ListQuery<D, All>> }>
      | At<
          `${D['path']}/:id`,
          { get: Route<{ 200: SingleDocument<D, All> } & Errors, Prettify<Presentation<D, All> & { completeness?: boolean }>> }
        >
      | (D['listOfAll'] extends { path: infer P extends string } ? ListOfAllRoute<P, D, All> : never)
      | RelatedRoutes<D, All>
  : never;

type ListOfAllRoute<P extends string, D extends Description, All extends Description> = At<
  P,
  { get: Route<{ 200: ListDocument<D, All> } & Errors, ListQuery<ListedAs<D, D['listOfAll']>, All>> }
>;

/** A kind as its second list can be queried. */
type ListedAs<D extends Description, L extends object> = Pick<Described<L>, 'filters' | 'lookups' | 'orders'> &
  Omit<D, 'filters' | 'lookups' | 'orders'>;

/** Lists behind to-many relationships, unless a kind already has a list at that path. */
type RelatedRoutes<D extends Description, All extends Description> = {
  [K in keyof D['relationships'] & string]: D['relationships'][K] extends { many: true }
    ? Plainly<`${D['path']}/:id/${Segmented<K, D['relationships'][K]>}`> extends Plainly<All['path']>
      ? never
      : RelatedRoute<
          `${D['path']}/:id/${Segmented<K, D['relationships'][K]>}`,
          Extract<All, { type: TargetOf<D['relationships'][K]> }>,
          All
        >
    : never;
}[keyof D['relationships'] & string];

type RelatedRoute<Path extends string, Target extends Description, All extends Description> = At<
  Path,
  { get: Route<{ 200: ListDocument<Target, All> } & Errors, Prettify<Paging & Presentation<Target, All>>> }
>;

type WriteRoutes<D extends Description> = D extends Description
  ?
      | At<D['path'], { post: Route<{ 201: SingleDocument<D> } & WriteErrors, unknown, WriteDocument<D>> }>
      | At<
          `${D['path']}/:id`,
          {
            patch: Route<{ 200: SingleDocument<D> } & WriteErrors, unknown, WriteDocument<D>>;
            // biome-ignore lint/suspicious/noConfusingVoidType: an answer without a body.
            delete: Route<{ 204: void } & WriteErrors>;
          }
        >
  : never;

type MergeRoutes<D extends Description> = D extends Description
  ? At<
      `${D['path']}/:id/merge`,
      { post: Route<{ 200: SingleDocument<D> } & WriteErrors, unknown, { data: Identifier; meta?: { note?: string } }> }
    >
  : never;

/** Routes of these endpoints as declared. */
export type DeclaredRoutes<E> = Intersection<E extends RouteDeclaration ? DeclaredRoute<E> : never>;

type DeclaredRoute<D extends RouteDeclaration> = At<D['path'], { [M in D['method']]: Route<AnswersOf<D>, QueryOf<D>, BodyOf<D>> }>;

type AnyAnswers = { 429: ErrorDocument; 500: ErrorDocument };

type AnswersOf<D extends RouteDeclaration> = Omit<AnyAnswers, keyof D['answers']> & {
  [S in keyof D['answers']]: BodyIn<D['answers'][S]>;
};

type BodyIn<A> = A extends RouteAnswer<infer B> | Reference<infer B> ? B : never;

type QueryOf<D> = D extends { query: infer Q } ? Prettify<QueryIn<Q>> : unknown;

type QueryIn<Q> = {
  [K in keyof Q & string as Q[K] extends { required: true } ? K : never]: KindValue<Q[K]>;
} & {
  [K in keyof Q & string as Q[K] extends { required: true } ? never : K]?: KindValue<Q[K]>;
} & {
  [K in keyof Q & string as Q[K] extends { listDescription: string } ? `${K}[]` : never]?: KindValue<Q[K]>[];
};

type KindValue<P> = P extends ParameterType<infer V> ? V : never;

type BodyOf<D> = D extends { body: Media<infer B> } ? B : unknown;

export type DescriptionOf<R> = R extends Declared<infer D> ? D : never;

type Segment<S extends string> = S extends `:${string}` ? ':id' : S;

/** A path with all parameters renamed alike. */
type Plainly<Path extends string> = Path extends `/${infer Head}/${infer Tail}`
  ? `/${Segment<Head>}${Plainly<`/${Tail}`>}`
  : Path extends `/${infer Last}`
    ? `/${Segment<Last>}`
    : Path;

type Prettify<T> = { [K in keyof T]: T[K] } & unknown;

type Intersection<Union> = (Union extends unknown ? (given: Union) => void : never) extends (given: infer All) => void ? All : never;
