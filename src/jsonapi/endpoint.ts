import type { TSchema } from '@sinclair/typebox';
import type { DocumentDecoration } from 'elysia';
import type { ParameterType } from './parameters';
import type { Query } from './query';
import { type Ids, routeOf } from './routes';

// What an endpoint takes and gives is said once: the checks of what comes in, the OpenAPI document and the types of
// clients come of it, and tests hold what goes out to it.

/** A body by its media types. What it is to the compiler, no value says. */
export interface Media<Body = unknown> {
  readonly content: Readonly<Record<string, { readonly schema: TSchema; readonly example: unknown }>>;
  readonly '~body'?: Body;
}

/** What stands among the components of the document, by its name there. */
export interface Reference<Body = unknown> {
  readonly component: string;
  readonly '~body'?: Body;
}

export interface Answer<Body = unknown> {
  readonly description: string;
  /** Each with what it says. */
  readonly headers?: Readonly<Record<string, string | Reference>>;
  readonly media?: Media<Body>;
}

/** A query parameter: what it takes, and what it is for. */
export interface QueryParameter<V = unknown> extends ParameterType<V> {
  readonly description: string;
  readonly required?: boolean;
  /** What it is where a request does not name it. */
  readonly default?: V;
  /** What the list is for, where it may be given as one as well: `name[]`. */
  readonly listDescription?: string;
}

type QueryParameters = Readonly<Record<string, QueryParameter>>;

/** A parameter of the path. */
export interface PathParameter {
  readonly description: string;
  readonly schema: TSchema;
}

/** What there is to say of an endpoint. A 429 is every endpoint's, and said where it has a form of its own alone. */
export interface EndpointDeclaration {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` for a parameter, by its true name. */
  readonly path: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Whether it is answered without a token. */
  readonly isPublic?: boolean;
  /** In the order of the path. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly query?: QueryParameters;
  readonly body?: Media;
  readonly answers: Readonly<Record<number, Answer | Reference>>;
}

/** The names of a path's parameters. */
type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** An endpoint, with what its route needs. */
export type Endpoint<D extends EndpointDeclaration = EndpointDeclaration> = D & {
  /** The path as the router wants it; see {@link routeOf}. */
  readonly route: string;
  /** The parameters of a request's path, by their names. */
  readonly named: (params: Ids) => Readonly<Record<NameIn<D['path']>, string>>;
  /** What the route carries of it. */
  readonly hook: { readonly detail: EndpointDetail };
};

/** Elysia copies what routes carry, and leaves functions as they are. */
export interface EndpointDetail extends DocumentDecoration {
  readonly endpoint: () => EndpointDeclaration;
}

/** An endpoint by what there is to say of it. */
export function endpoint<const D extends EndpointDeclaration>(declared: D): Endpoint<D> {
  const names = [...declared.path.matchAll(/:(\w+)/g)].map(([, name]) => name as NameIn<D['path']>);
  return {
    ...declared,
    route: routeOf(declared.path),
    named: (params) => {
      const named = {} as Record<NameIn<D['path']>, string>;
      for (const [index, name] of names.entries()) named[name] = params[`id${index + 1}`] ?? '';
      return named;
    },
    hook: { detail: { endpoint: () => declared } },
  };
}

type ValueOf<P> = P extends ParameterType<infer V> ? (P extends { default: unknown } ? V : V | undefined) : never;

/**
 * What a query asks by parameters that take one value each.
 * @throws {Problem} a 400 that names the first that is not as it must be
 */
export function readParameters<const P extends QueryParameters>(query: Query, parameters: P): { readonly [N in keyof P]: ValueOf<P[N]> } {
  const read = Object.entries(parameters).map(([name, parameter]) => [name, query.one(name, parameter) ?? parameter.default]);
  return Object.fromEntries(read);
}

/** What an endpoint answers where all is well. */
export type DocumentOf<E> = E extends { answers: { 200: Answer<infer B> } } ? B : never;
